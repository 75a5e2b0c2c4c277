import { findChannelReleases, type PublishedRelease } from '@site/releases/releases'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { RELEASE_FIELDS } from '../shown-fields.ts'
import { CHANNEL_OPTION, offerRelease, openReleaseDestination, requireGenuineRelease } from './destination.ts'

export const rollbackReleaseCommand = defineCommand({
  kind: 'writes',
  summary: 'make the previous release current again; deletes nothing, and can be reverted with --to',
  options: {
    to: { type: 'string', value: 'VERSION', help: 'make this release current instead, also a newer one' },
    ...CHANNEL_OPTION,
  },
  assistant: { shows: RELEASE_FIELDS },
  examples: ['release rollback', 'release rollback --to 1.3.2'],
  async run({ options }, tools) {
    const destination = await openReleaseDestination(tools, options.channel)
    const { current } = destination
    const releases = await findChannelReleases(destination.bucket, destination.channel)
    const target = chooseRollbackRelease(releases, current, options.to)
    const manifest = await requireGenuineRelease(destination.product, target.release)
    await offerRelease(tools, destination, target.release, manifest)
    return {
      data: { before: current, version: target.version },
      text: `Visitors get ${target.version} again (before: ${current ?? 'nothing'}).`,
    }
  },
})

/**
 * Returns the release to make current: the one named `wanted`, otherwise the one published before the current one that was not halted.
 * Throws a CommandFailure when there is none.
 */
export function chooseRollbackRelease(
  releases: readonly PublishedRelease[],
  current: string | null,
  wanted: string | undefined,
): PublishedRelease {
  if (wanted !== undefined) {
    const named = releases.find(({ version }) => version === wanted)
    if (named === undefined) throw new CommandFailure('not_found', `There is no release ${wanted}.`)
    if (named.release.halted === undefined) return named
    throw new CommandFailure('refused', `Release ${wanted} is halted.`, { hint: 'To offer it again: release resume' })
  }
  const at = releases.findIndex(({ version }) => version === current)
  const older = at === -1 ? [] : releases.slice(at + 1)
  const previous = older.find(({ release }) => release.halted === undefined)
  if (previous === undefined) {
    throw new CommandFailure('not_found', `There is no release before ${current ?? 'the first'}.`, {
      hint: 'See: release list',
    })
  }
  return previous
}
