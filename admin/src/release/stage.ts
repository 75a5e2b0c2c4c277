import { writeChannelPointers } from '@site/releases/make-current'
import { getVersionFilePath } from '@site/releases/releases'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { parseCount } from '../options.ts'
import { RELEASE_FIELDS } from '../shown-fields.ts'
import { CHANNEL_OPTION, openReleaseDestination, requireGenuineRelease } from './destination.ts'
import { PERCENT_LIMITS, toStaged } from './publish-options.ts'

export const stageReleaseCommand = defineCommand({
  kind: 'writes',
  summary: 'choose the share of devices to which updaters offer the current release',
  args: ['percent'],
  options: CHANNEL_OPTION,
  assistant: { shows: RELEASE_FIELDS },
  examples: ['release stage 50', 'release stage 100'],
  async run({ args, options }, tools) {
    const staged = toStaged(parseCount('PERCENT', args.percent, PERCENT_LIMITS))
    const destination = await openReleaseDestination(tools, options.channel)
    const { current } = destination
    const published = current === null ? null : await destination.bucket.readRelease(getVersionFilePath(current))
    if (published === null) throw new CommandFailure('not_found', 'There is no release to stage.')
    const { staged: before, ...rest } = published
    const release = { ...rest, ...(staged === undefined ? {} : { staged }) }
    const manifest = await requireGenuineRelease(destination.product, release)
    if (manifest === null) {
      throw new CommandFailure('refused', `Release ${current} is unsigned, so updaters do not get it.`)
    }
    await destination.bucket.writeRelease(getVersionFilePath(release.version), release)
    await writeChannelPointers(destination, release, manifest)
    return {
      data: { version: current, before: before ?? 100, staged: staged ?? 100 },
      text: `Updaters offer ${current} to ${staged ?? 100} % of the devices (before: ${before ?? 100} %).`,
    }
  },
})
