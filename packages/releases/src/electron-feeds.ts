import { parseMinisignSignature } from './minisign.ts'
import type { Release } from './release.ts'
import { getManifestInstaller, type ReleaseManifest, type ReleaseManifestFile } from './release-manifest.ts'

/** What the feeds of a release are made of. */
export type FeedFacts = { manifest: ReleaseManifest; release: Release; signature: string }

/** The files in the folder of a channel from which electron-updater learns of a release. */
export const ELECTRON_FEED_NAMES = ['latest.yml', 'latest-mac.yml'] as const

/** Returns a feed of electron-updater. Its links are relative to the folder of the channel. */
export function createElectronFeed(name: (typeof ELECTRON_FEED_NAMES)[number], facts: FeedFacts): string {
  const { manifest, release } = facts
  const files = name === 'latest.yml' ? [getManifestInstaller(manifest, 'windows-x64')] : listMacFiles(manifest)
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

/**
 * Returns the .zip files, because on a Mac electron-updater installs nothing else; it chooses the one for Apple Silicon by "arm64" in its
 * name. Without .zip files, returns the disk images.
 */
function listMacFiles(manifest: ReleaseManifest): ReleaseManifestFile[] {
  const archives = manifest.files.filter(({ role }) => role === 'update')
  if (archives.length > 0) return archives
  return [getManifestInstaller(manifest, 'macos-intel'), getManifestInstaller(manifest, 'macos-silicon')]
}

/**
 * Returns the time at which the manifest was signed, from the trusted comment of its signature, otherwise the beginning of the release date.
 */
function getSigningTime({ signature, manifest }: FeedFacts): Date {
  const comment = parseMinisignSignature(signature)?.trustedComment ?? ''
  const seconds = /(?:^|\t)timestamp:(\d{1,12})(?:\t|$)/.exec(comment)?.[1]
  return seconds === undefined ? new Date(manifest.releaseDate) : new Date(Number(seconds) * 1000)
}

/** Writes a text as a double-quoted scalar. YAML 1.2 is a superset of JSON, so a JSON string is one. */
function quote(text: string): string {
  return JSON.stringify(text)
}
