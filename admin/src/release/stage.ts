import { writeChannelPointers } from '@site/releases/make-current'
import { getVersionFilePath } from '@site/releases/releases'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { parseCount } from '../options.ts'
import { RELEASE_FIELDS } from '../shown-fields.ts'
import { CHANNEL_OPTION } from './channels.ts'
import { openReleasePlace } from './open-place.ts'
import { PERCENT_LIMITS, toStaged } from './publish-options.ts'
import { requireGenuineRelease } from './trust.ts'

export const stageReleaseCommand = defineCommand({
  kind: 'writes',
  summary: 'choose the share of devices to which updaters offer the current release',
  args: ['percent'],
  options: CHANNEL_OPTION,
  assistant: { shows: RELEASE_FIELDS },
  examples: ['release stage 50', 'release stage 100'],
  async run({ args, options }, tools) {
    const staged = toStaged(parseCount('PERCENT', args.percent, PERCENT_LIMITS))
    const { place, current } = await openReleasePlace(tools, options.channel)
    const published = current === null ? null : await place.bucket.readRelease(getVersionFilePath(current))
    if (published === null) throw new CommandFailure('not_found', 'There is no release to stage.')
    const { staged: before, ...rest } = published
    const release = { ...rest, ...(staged === undefined ? {} : { staged }) }
    const manifest = await requireGenuineRelease(place.product, release)
    if (manifest === null) {
      throw new CommandFailure('refused', `Release ${current} is unsigned, so updaters do not get it.`)
    }
    await place.bucket.writeRelease(getVersionFilePath(release.version), release)
    await writeChannelPointers(place, release, manifest)
    return {
      data: { version: current, before: before ?? 100, staged: staged ?? 100 },
      text: `Updaters offer ${current} to ${staged ?? 100} % of the devices (before: ${before ?? 100} %).`,
    }
  },
})
