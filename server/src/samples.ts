import { DEVELOPMENT_PUBLISHABLE_KEY, type ServerConfig } from '@site/backend/config'
import type { Product } from '@site/contract/product'
import { isPublicAddress, type SampleId } from '@site/contract/samples'

/** Returns the samples in the website's content and in the configuration of a public site. */
export function listSamples(
  product: Pick<Product, 'samples'>,
  { publishableKey, siteUrl }: Pick<ServerConfig, 'publishableKey' | 'siteUrl'>,
): SampleId[] {
  const hasSampleKey = publishableKey === DEVELOPMENT_PUBLISHABLE_KEY && isPublicAddress(siteUrl)
  return [...product.samples, ...(hasSampleKey ? (['publishable-key'] as const) : [])]
}
