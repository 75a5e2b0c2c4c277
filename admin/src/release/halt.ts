import { findChannelReleases, getVersionFilePath } from '@site/releases/releases'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { RELEASE_FIELDS } from '../shown-fields.ts'
import { CHANNEL_OPTION, offerRelease, openReleaseDestination, requireGenuineRelease } from './destination.ts'
import { chooseRollbackRelease } from './rollback.ts'

export const haltReleaseCommand = defineCommand({
  kind: 'writes',
  summary: 'withdraw the current release: visitors and updaters get the one before, until release resume',
  options: CHANNEL_OPTION,
  assistant: { shows: RELEASE_FIELDS },
  examples: ['release halt', 'release halt --channel beta'],
  async run({ options }, tools) {
    const destination = await openReleaseDestination(tools, options.channel)
    const { bucket, channel, current } = destination
    const releases = await findChannelReleases(bucket, channel)
    const halted = releases.find(({ version }) => version === current)
    if (halted === undefined) throw new CommandFailure('not_found', 'There is no release to halt.')
    const target = chooseRollbackRelease(releases, current, undefined)
    const manifest = await requireGenuineRelease(destination.product, target.release)
    // The mark is written first: if the command is interrupted, the next run finds the halted release still current, and completes this.
    const mark = halted.release.halted ?? new Date().toISOString()
    await bucket.writeRelease(getVersionFilePath(halted.version), { ...halted.release, halted: mark })
    await offerRelease(tools, destination, target.release, manifest)
    return {
      data: { halted: halted.version, version: target.version },
      text: `${halted.version} is halted; visitors and updaters get ${target.version}. Devices that have ${halted.version} keep it. Offer it again: release resume`,
    }
  },
})
