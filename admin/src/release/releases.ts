import type { Release, ReleaseChannel } from '@site/contract/release'
import { compareReleaseVersions, RELEASE_VERSION_PATTERN } from '@site/contract/release-version'
import { CommandFailure } from '../failures.ts'
import type { DownloadsBucket } from './bucket.ts'
import { getChannelVersionFile, getReleaseChannel } from './channels.ts'

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

/**
 * Throws a CommandFailure when a version is published already, or is not higher than all versions of its channel: devices that have the
 * higher version would not update to it.
 */
export async function requireNewVersion(
  bucket: DownloadsBucket,
  channel: ReleaseChannel,
  version: string,
): Promise<void> {
  const releases = await findReleases(bucket)
  if (releases.some((release) => release.version === version)) {
    throw new CommandFailure(
      'bad_release',
      `Version ${version} is already published, and a published version never changes.`,
      { hint: `Choose another version, or go back to it: release rollback --to ${version}` },
    )
  }
  const higher = releases.find(
    ({ release }) => getReleaseChannel(release) === channel && compareReleaseVersions(release.version, version) >= 0,
  )
  if (higher === undefined) return
  throw new CommandFailure(
    'bad_release',
    `Version ${version} is not higher than ${higher.version}, which is published.`,
    {
      hint: 'Visitors still get the current release. To offer an older release again: release rollback',
    },
  )
}
