import { parseMinisignSignature } from '@site/contract/minisign'
import type { ReleaseManifest, ReleaseManifestFile } from '@site/contract/release-manifest'
import type { FeedFacts } from './feed-facts.ts'

/**
 * Returns the time at which the manifest was signed, from the trusted comment of its signature, otherwise the begin of the release date.
 * Sparkle counts the days of a phased rollout from this time.
 */
export function getSigningTime({ signature, manifest }: Pick<FeedFacts, 'signature' | 'manifest'>): Date {
  const comment = parseMinisignSignature(signature)?.trustedComment ?? ''
  const seconds = /(?:^|\t)timestamp:(\d{1,12})(?:\t|$)/.exec(comment)?.[1]
  return seconds === undefined ? new Date(manifest.releaseDate) : new Date(Number(seconds) * 1000)
}

/** Returns the absolute URL of a file of a release. */
export function getFileUrl(
  baseUrl: string,
  manifest: ReleaseManifest,
  { name, url }: Pick<ReleaseManifestFile, 'name' | 'url'>,
): string {
  return url ?? new URL(`${manifest.version}/${name}`, baseUrl).href
}

/** Returns the update archives with one of the endings. */
export function findArchives({ files }: ReleaseManifest, ending: string): ReleaseManifestFile[] {
  return files.filter(({ role, name }) => role === 'update' && name.endsWith(ending))
}
