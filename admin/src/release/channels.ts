import { RELEASE_CHANNELS, type ReleaseChannel } from '@site/releases/release'
import { CommandFailure } from '../failures.ts'

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
