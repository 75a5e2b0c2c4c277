import type { Release } from '@site/releases/release'
import { isReleaseAsInManifest, openSignedManifest } from '@site/releases/release-manifest'

const REASONS = {
  malformed: 'its signature is damaged',
  'unknown key':
    'it is signed with a key that the site does not publish: build and start the site with that key in brand.ts',
  'wrong signature': 'its manifest or signature was changed',
  unsupported: 'its signature cannot be verified here',
  'invalid manifest': 'its manifest is not valid',
} as const

/**
 * Verifies the current release against the keys that the site publishes in /.well-known/release-key.pub, which its build has pinned. Returns
 * what is wrong, or null. A site without keys may have an unsigned release.
 */
export async function findSignatureFault(release: Release, siteUrl: string): Promise<string | null> {
  const response = await fetch(new URL('/.well-known/release-key.pub', siteUrl), { cache: 'no-store' })
  const text = await response.text()
  const keys = response.ok ? text.split('\n').filter((line) => line.startsWith('RW')) : []
  const { manifest, signature } = release
  if (manifest === undefined || signature === undefined) {
    return keys.length === 0 ? null : 'it is unsigned, and the site has a release key'
  }
  const verdict = await openSignedManifest({ manifest, signature }, keys)
  if (!verdict.valid) return REASONS[verdict.reason]
  return isReleaseAsInManifest(release, verdict.manifest) ? null : 'version.json differs from its signed manifest'
}
