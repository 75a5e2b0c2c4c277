import type { Product } from '@site/contract/product'
import type { EnvironmentVariables } from '../settings.ts'

/**
 * Returns the public URL of the downloads bucket, with a trailing slash. Feeds need it, because Sparkle and Tauri read only absolute links.
 * The address that this program connects to may be one that only this computer reaches, so it is used last.
 */
export function getPublicDownloadsUrl(
  product: Pick<Product, 'downloadsUrl' | 'supabaseUrl' | 'siteUrl' | 'downloadsBucket'>,
  env: EnvironmentVariables,
  connectedUrl: string,
): string {
  // VITE_DOWNLOADS_URL names the folder of version.json, beside which the folders of the versions are.
  if (product.downloadsUrl !== undefined) return new URL('../', `${product.downloadsUrl.replace(/\/+$/, '')}/`).href
  const origin = product.supabaseUrl ?? (env['SITE_URL']?.trim() || product.siteUrl || connectedUrl)
  return `${origin.replace(/\/+$/, '')}/storage/v1/object/public/${product.downloadsBucket}/`
}
