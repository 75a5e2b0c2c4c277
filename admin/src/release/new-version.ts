import type { DownloadsBucket } from '@site/releases/bucket'
import { getReleaseChannel } from '@site/releases/channels'
import type { ReleaseChannel } from '@site/releases/release'
import { compareReleaseVersions } from '@site/releases/release-version'
import { findReleases } from '@site/releases/releases'
import { CommandFailure } from '../failures.ts'

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
