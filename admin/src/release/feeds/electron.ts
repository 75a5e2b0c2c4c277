import { getManifestInstaller, type ReleaseManifestFile } from '@site/contract/release-manifest'
import type { FeedFacts } from './feed-facts.ts'
import { findArchives, getSigningTime } from './release-facts.ts'

/**
 * Returns the latest.yml or latest-mac.yml of electron-updater. Its links are relative to the folder of the channel. On a Mac, electron-updater
 * installs only .zip files and chooses the one for Apple Silicon by "arm64" in its name; the disk images are listed when there is no .zip.
 */
export function createElectronFeed(facts: FeedFacts, system: 'windows' | 'mac'): string {
  const { manifest, release } = facts
  const files = system === 'windows' ? [getManifestInstaller(manifest, 'windows-x64')] : listMacFiles(facts)
  const [first] = files
  if (first === undefined) throw new Error('A feed needs a file.')
  const url = ({ name, url: remote }: ReleaseManifestFile) => remote ?? `../${manifest.version}/${name}`
  const lines = [
    `version: ${quote(manifest.version)}`,
    'files:',
    ...files.flatMap((file) => [
      `  - url: ${quote(url(file))}`,
      `    sha512: ${quote(file.sha512)}`,
      `    size: ${file.size}`,
    ]),
    `path: ${quote(url(first))}`,
    `sha512: ${quote(first.sha512)}`,
    `releaseDate: ${quote(getSigningTime(facts).toISOString())}`,
    ...(release.staged === undefined ? [] : [`stagingPercentage: ${release.staged}`]),
    ...(release.notes === undefined ? [] : [`releaseNotes: ${quote(release.notes)}`]),
  ]
  return `${lines.join('\n')}\n`
}

function listMacFiles({ manifest }: FeedFacts): ReleaseManifestFile[] {
  const zips = findArchives(manifest, '.zip')
  if (zips.length > 0) return zips
  return [getManifestInstaller(manifest, 'macos-intel'), getManifestInstaller(manifest, 'macos-silicon')]
}

/** Writes a text as a double-quoted scalar. YAML 1.2 is a superset of JSON, so a JSON string is one. */
function quote(text: string): string {
  return JSON.stringify(text)
}
