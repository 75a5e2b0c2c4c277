import { compareReleaseVersions } from '@site/releases/release-version'
import { findChannelReleases, getVersionFilePath, type PublishedRelease } from '@site/releases/releases'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { RELEASE_FIELDS } from '../shown-fields.ts'
import { CHANNEL_OPTION, offerRelease, openReleaseDestination, requireGenuineRelease } from './destination.ts'

export const resumeReleaseCommand = defineCommand({
  kind: 'writes',
  summary: 'offer the halted release again, to the same share of devices as before',
  options: CHANNEL_OPTION,
  assistant: { shows: RELEASE_FIELDS },
  examples: ['release resume', 'release resume --channel beta'],
  async run({ options }, tools) {
    const destination = await openReleaseDestination(tools, options.channel)
    const { bucket, channel, current } = destination
    const releases = await findChannelReleases(bucket, channel)
    const { version, release } = chooseHaltedRelease(releases, current)
    const manifest = await requireGenuineRelease(destination.product, release)
    const { halted: _, ...offered } = release
    // The mark is removed last: if the command is interrupted, the next run finds it and completes this.
    await offerRelease(tools, destination, offered, manifest)
    await bucket.writeRelease(getVersionFilePath(version), offered)
    const share = release.staged === undefined ? '' : `, updaters for ${release.staged} % of the devices`
    return { data: { before: current, version }, text: `Visitors get ${version} again${share}.` }
  },
})

/**
 * Returns the release that was halted last. Throws a CommandFailure when there is none, or when a higher version has been published since.
 */
export function chooseHaltedRelease(releases: readonly PublishedRelease[], current: string | null): PublishedRelease {
  const halted = releases.filter(({ release }) => release.halted !== undefined)
  const [last] = halted.sort((a, b) => (b.release.halted ?? '').localeCompare(a.release.halted ?? ''))
  if (last === undefined)
    throw new CommandFailure('not_found', 'There is no halted release.', { hint: 'See: release list' })
  const isOutdated = releases.some(
    ({ version }) => version === current && compareReleaseVersions(version, last.version) > 0,
  )
  if (!isOutdated) return last
  throw new CommandFailure('refused', `${current} is current, which is higher than the halted ${last.version}.`)
}
