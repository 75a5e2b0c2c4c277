import type { Product } from '@site/contract/product'
import type { Release } from '@site/releases/release'
import { isReleaseAsInManifest, openSignedManifest, type ReleaseManifest } from '@site/releases/release-manifest'
import { CommandFailure } from '../failures.ts'

const REASONS = {
  malformed: 'its signature is damaged',
  'unknown key': 'it was signed with a key that is not in website/app/brand.ts',
  'wrong signature': 'its manifest or signature was changed',
  unsupported: 'this Node.js does not support Ed25519',
  'invalid manifest': 'its manifest is not valid',
} as const

/**
 * Returns the manifest of a stored release after verifying it against the site's release keys. Returns null for an unsigned release when the
 * site has no key. Throws a CommandFailure for anything else, so that no command offers a release that the download page would reject.
 */
export async function requireGenuineRelease(
  product: Pick<Product, 'releaseKeys' | 'name'>,
  release: Release,
): Promise<ReleaseManifest | null> {
  const { manifest, signature, version } = release
  const refuse = (reason: string) => {
    const hint = 'Visitors still get the current release.'
    throw new CommandFailure('bad_release', `Release ${version} is not offered: ${reason}.`, { hint })
  }
  if (manifest === undefined || signature === undefined) {
    if (product.releaseKeys.length === 0) return null
    return refuse('it is unsigned, and the site has a release key')
  }
  const verdict = await openSignedManifest({ manifest, signature }, product.releaseKeys)
  if (!verdict.valid) return refuse(REASONS[verdict.reason])
  if (verdict.manifest.product !== product.name) return refuse(`it is a release of ${verdict.manifest.product}`)
  if (!isReleaseAsInManifest(release, verdict.manifest)) return refuse('its version.json differs from its manifest')
  return verdict.manifest
}
