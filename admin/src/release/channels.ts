import { RELEASE_CHANNELS, type Release, type ReleaseChannel } from '@site/contract/release'
import { CommandFailure } from '../failures.ts'

/** The folder of each channel, which contains the files that apps and the download page read to find the current release. */
export const CHANNEL_FOLDERS: Readonly<Record<ReleaseChannel, string>> = { stable: 'latest', beta: 'beta' }

/** The option that chooses a channel. */
export const CHANNEL_OPTION = {
  channel: { type: 'string', value: 'CHANNEL', help: 'stable or beta (stable)' },
} as const

/** Parses `--channel`. Throws a `usage` CommandFailure for an unknown channel. */
export function parseChannel(text: string | undefined): ReleaseChannel {
  const channel = RELEASE_CHANNELS.find((name) => name === (text ?? 'stable'))
  if (channel !== undefined) return channel
  throw new CommandFailure('usage', `--channel is stable or beta, and "${text}" is not.`)
}

/** Returns the path of the version.json from which readers of a channel learn the current release. */
export function getChannelVersionFile(channel: ReleaseChannel): string {
  return `${CHANNEL_FOLDERS[channel]}/version.json`
}

/** Returns the channel that a release was published on. */
export function getReleaseChannel(release: Release): ReleaseChannel {
  return release.channel ?? 'stable'
}
