import type { Release, ReleaseChannel } from './release.ts'

/** The folder of each channel, which contains the files that apps and the download page read to find the current release. */
export const CHANNEL_FOLDERS: Readonly<Record<ReleaseChannel, string>> = { stable: 'latest', beta: 'beta' }

/** Returns the path of the version.json from which readers of a channel learn the current release. */
export function getChannelVersionFile(channel: ReleaseChannel): string {
  return `${CHANNEL_FOLDERS[channel]}/version.json`
}

/** Returns the channel that a release was published on. */
export function getReleaseChannel(release: Release): ReleaseChannel {
  return release.channel ?? 'stable'
}
