import { makeReleaseCurrent } from '@site/releases/make-current'
import { findChannelReleases, getVersionFilePath } from '@site/releases/releases'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { RELEASE_FIELDS } from '../shown-fields.ts'
import { CHANNEL_OPTION } from './channels.ts'
import { noteRelease } from './note-release.ts'
import { openReleaseDestination } from './open-destination.ts'
import { chooseRollbackRelease } from './rollback.ts'
import { requireGenuineRelease } from './trust.ts'

export const haltReleaseCommand = defineCommand({
  kind: 'writes',
  summary: 'withdraw the current release: visitors and updaters get the one before, until release resume',
  options: CHANNEL_OPTION,
  assistant: { shows: RELEASE_FIELDS },
  examples: ['release halt', 'release halt --channel beta'],
  async run({ options }, tools) {
    const { destination, current } = await openReleaseDestination(tools, options.channel)
    const releases = await findChannelReleases(destination.bucket, destination.channel)
    const halted = releases.find(({ version }) => version === current)
    if (halted === undefined) throw new CommandFailure('not_found', 'There is no release to halt.')
    const target = chooseRollbackRelease(releases, current, undefined)
    const manifest = await requireGenuineRelease(destination.product, target.release)
    // The mark is written first: if the command is interrupted, the next run finds the halted release still current, and completes this.
    const mark = halted.release.halted ?? new Date().toISOString()
    await destination.bucket.writeRelease(getVersionFilePath(halted.version), { ...halted.release, halted: mark })
    await makeReleaseCurrent(destination, target.release, manifest)
    await noteRelease(tools, { version: target.version, channel: destination.channel, replaced: current })
    return {
      data: { halted: halted.version, version: target.version },
      text: `${halted.version} is halted; visitors and updaters get ${target.version}. Devices that have ${halted.version} keep it. Offer it again: release resume`,
    }
  },
})
