import type { Product } from '@site/contract/product'
import type { Release } from '@site/contract/release'
import type { ReleaseManifest } from '@site/contract/release-manifest'

/** What the feeds of a release are made of. `baseUrl` is the public URL of the downloads bucket, with a trailing slash. */
export type FeedFacts = {
  manifest: ReleaseManifest
  release: Release
  signature: string
  product: Pick<Product, 'name'>
  baseUrl: string
}
