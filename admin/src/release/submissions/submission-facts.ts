import type { Product } from '@site/contract/product'
import type { ReleaseManifest } from '@site/contract/release-manifest'

/** What the files for package managers are made of. `baseUrl` is the public URL of the downloads bucket, with a trailing slash. */
export type SubmissionFacts = {
  manifest: ReleaseManifest
  product: Pick<Product, 'name' | 'tagline'>
  baseUrl: string
  siteUrl: string
  publisher: string
  license: string
  installerType: string
}
