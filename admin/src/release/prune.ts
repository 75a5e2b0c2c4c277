import { type DownloadsBucket } from '@site/releases/bucket'
import { getChannelVersionFile } from '@site/releases/channels'
import { INSTALLER_PLATFORMS, RELEASE_CHANNELS } from '@site/releases/release'
import { findReleases, getVersionFilePath, type PublishedRelease, selectReleasesToPrune } from '@site/releases/releases'
import { defineCommand } from '../command.ts'
import { ADD_YES_HINT, PREVIEW_ONLY_EXIT_CODE, YES_OPTION } from '../options.ts'
import { RELEASE_FIELDS } from '../shown-fields.ts'
import { formatTable } from '../view/table.ts'
import { formatLocalDateTime, formatSize, pluralise } from '../view/text.ts'
import { openDownloadsBucket } from './bucket.ts'
import { readProduct } from './product.ts'

export const pruneReleasesCommand = defineCommand({
  kind: 'writes',
  summary: 'delete the files of old releases; the current ones always stay',
  options: {
    keep: {
      type: 'number',
      value: 'N',
      least: 0,
      most: 1000,
      otherwise: 3,
      help: 'how many of the newest stay beside the current one (3)',
    },
    ...YES_OPTION,
  },
  page: { reason: 'It deletes files of releases; the command line previews them.' },
  assistant: { shows: RELEASE_FIELDS },
  examples: ['release prune', 'release prune --keep 1 --yes'],
  async run({ options }, tools) {
    const { keep } = options
    const product = await readProduct(tools.env)
    const bucket = openDownloadsBucket(await tools.site(), product.downloadsBucket)
    const offered = await findOfferedVersions(bucket)
    const old = selectReleasesToPrune(await findReleases(bucket), offered, keep)
    const versions = old.map(({ version }) => version)
    if (old.length === 0) return { data: { done: false, versions }, text: 'There is no old release to delete.' }
    const table = formatTable(
      [{ title: 'Version' }, { title: 'Published' }, { title: 'Size', align: 'right' }],
      old.map(({ version, publishedAt, release }) => [
        version,
        formatLocalDateTime(publishedAt),
        formatSize(sizeOf(release)),
      ]),
    )
    if (!options.yes) {
      return { data: { done: false, versions }, text: `${table}\n${ADD_YES_HINT}`, exitCode: PREVIEW_ONLY_EXIT_CODE }
    }
    for (const { version } of old) {
      const paths = (await bucket.list(version)).map(({ name }) => `${version}/${name}`)
      // version.json is deleted last, so that a partly deleted release is still listed and the next run prunes it.
      await bucket.remove(paths.filter((path) => path !== getVersionFilePath(version)))
      await bucket.remove([getVersionFilePath(version)])
    }
    return { data: { done: true, versions }, text: `${table}\n${pluralise(old.length, 'release')} deleted.` }
  },
})

/** Returns the current version of each channel. */
async function findOfferedVersions(bucket: DownloadsBucket): Promise<string[]> {
  const releases = await Promise.all(
    RELEASE_CHANNELS.map((channel) => bucket.readRelease(getChannelVersionFile(channel))),
  )
  return releases.flatMap((release) => release?.version ?? [])
}

function sizeOf({ size }: PublishedRelease['release']): number {
  return INSTALLER_PLATFORMS.reduce((sum, platform) => sum + (size?.[platform] ?? 0), 0)
}
