import type { DownloadsBucket } from './bucket.ts'
import { getChannelVersionFile, getReleaseChannel } from './channels.ts'
import type { Release, ReleaseChannel } from './release.ts'
import { RELEASE_VERSION_PATTERN } from './release-version.ts'

export type PublishedRelease = { version: string; release: Release; publishedAt: string }

/** Returns the path of a release's own version.json, in the folder of the release's files. */
export function getVersionFilePath(version: string): string {
  return `${version}/version.json`
}

/** Lists the releases in the storage bucket, the most recently published first. */
export async function findReleases(bucket: DownloadsBucket): Promise<PublishedRelease[]> {
  const folders = (await bucket.list('')).map(({ name }) => name).filter((name) => RELEASE_VERSION_PATTERN.test(name))
  const found = await Promise.all(
    folders.map(async (version): Promise<PublishedRelease[]> => {
      const release = await bucket.readRelease(getVersionFilePath(version))
      const entry = (await bucket.list(version)).find(({ name }) => name === 'version.json')
      return release === null ? [] : [{ version, release, publishedAt: entry?.created_at ?? '' }]
    }),
  )
  return found.flat().sort((a, b) => b.publishedAt.localeCompare(a.publishedAt))
}

/** Lists the releases of a channel, the most recently published first. */
export async function findChannelReleases(
  bucket: DownloadsBucket,
  channel: ReleaseChannel,
): Promise<PublishedRelease[]> {
  return (await findReleases(bucket)).filter(({ release }) => getReleaseChannel(release) === channel)
}

/** Returns the version that each channel offers, or null. */
export async function readCurrentVersions(bucket: DownloadsBucket): Promise<Record<ReleaseChannel, string | null>> {
  const versionOf = async (channel: ReleaseChannel) =>
    (await bucket.readRelease(getChannelVersionFile(channel)))?.version ?? null
  return { stable: await versionOf('stable'), beta: await versionOf('beta') }
}

/** Returns the releases to delete: all except the offered ones and the `keep` newest of the others. */
export function selectReleasesToPrune(
  releases: readonly PublishedRelease[],
  offered: readonly string[],
  keep: number,
): PublishedRelease[] {
  return releases.filter(({ version }) => !offered.includes(version)).slice(keep)
}
