import { getChannelVersionFile, getReleaseChannel } from '@site/releases/channels'
import { writeChannelPointers } from '@site/releases/make-current'
import { getVersionFilePath } from '@site/releases/releases'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { RELEASE_FIELDS } from '../shown-fields.ts'
import { openReleaseDestination, requireGenuineRelease } from './destination.ts'

const LONGEST = 20_000

export const writeReleaseNotesCommand = defineCommand({
  kind: 'writes',
  summary: 'write or correct the release notes on the download page',
  args: ['version'],
  options: { text: { type: 'string', value: 'TEXT', help: 'the notes; an empty text removes them (required)' } },
  assistant: { shows: RELEASE_FIELDS },
  examples: ['release notes 1.4.0 --text "Faster, and it remembers where you were."'],
  async run({ args: { version }, options }, tools) {
    if (options.text === undefined) throw new CommandFailure('usage', '--text is missing.')
    const notes = options.text.trim()
    if (notes.length > LONGEST) throw new CommandFailure('usage', `--text has more than ${LONGEST} characters.`)
    const destination = await openReleaseDestination(tools)
    const { bucket, product } = destination
    const published = await bucket.readRelease(getVersionFilePath(version))
    if (published === null) {
      throw new CommandFailure('not_found', `There is no release ${version}.`, { hint: 'See: release list' })
    }
    const { notes: before, ...rest } = published
    const release = notes === '' ? rest : { ...rest, notes }
    await bucket.writeRelease(getVersionFilePath(version), release)
    const channel = getReleaseChannel(release)
    const isCurrent = (await bucket.readRelease(getChannelVersionFile(channel)))?.version === version
    if (isCurrent) {
      const manifest = await requireGenuineRelease(product, release)
      await writeChannelPointers({ ...destination, channel }, release, manifest)
    }
    return {
      data: { version, before: before ?? null, notes: notes === '' ? null : notes, isCurrent },
      text: `The notes of ${version} are ${notes === '' ? 'removed' : 'saved'}${isCurrent ? '; the download page shows it' : ''}.`,
    }
  },
})
