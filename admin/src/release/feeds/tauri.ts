import { getManifestInstaller, type ReleaseManifestFile } from '@site/contract/release-manifest'
import type { FeedFacts } from './feed-facts.ts'
import { findArchives, getFileUrl, getSigningTime } from './release-facts.ts'

/**
 * Returns the static JSON of Tauri's updater. Each signature is the file's .minisig in base64. On a Mac, the updater installs only
 * .app.tar.gz files; a platform without one is left out.
 */
export function createTauriFeed(facts: FeedFacts): string {
  const { manifest, release, baseUrl } = facts
  const entry = (file: ReleaseManifestFile) => ({
    signature: Buffer.from(file.minisign).toString('base64'),
    url: getFileUrl(baseUrl, manifest, file),
  })
  const archives = findArchives(manifest, '.app.tar.gz')
  const [intel, silicon] = (['macos-intel', 'macos-silicon'] as const).map((platform) =>
    archives.find((file) => file.platform === platform),
  )
  const platforms = {
    'windows-x86_64': entry(getManifestInstaller(manifest, 'windows-x64')),
    ...(intel && { 'darwin-x86_64': entry(intel) }),
    ...(silicon && { 'darwin-aarch64': entry(silicon) }),
  }
  const feed = {
    version: manifest.version,
    notes: release.notes ?? '',
    pub_date: getSigningTime(facts).toISOString(),
    platforms,
  }
  return `${JSON.stringify(feed, null, 2)}\n`
}
