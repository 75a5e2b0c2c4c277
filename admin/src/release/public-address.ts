import type { Product } from '@site/contract/product'
import type { EnvironmentVariables } from '../settings.ts'

/**
 * Returns the public URL of the downloads bucket, with a trailing slash. Feeds need it, because Sparkle and Tauri read only absolute links.
 * The address that this program connects to counts only with https; `http://localhost:3000` is one that no visitor reaches.
 */
export function getPublicDownloadsUrl(
  product: Pick<Product, 'downloadsUrl' | 'supabaseUrl' | 'siteUrl' | 'downloadsBucket'>,
  env: EnvironmentVariables,
  connectedUrl: string,
): string {
  // VITE_DOWNLOADS_URL names the folder of version.json, beside which the folders of the versions are.
  if (product.downloadsUrl !== undefined) return new URL('../', `${product.downloadsUrl.replace(/\/+$/, '')}/`).href
  const connected = connectedUrl.startsWith('https:') ? connectedUrl : undefined
  const origin = product.supabaseUrl ?? (env['SITE_URL']?.trim() || connected || product.siteUrl || connectedUrl)
  return `${origin.replace(/\/+$/, '')}/storage/v1/object/public/${product.downloadsBucket}/`
}
