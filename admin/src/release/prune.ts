import { type DownloadsBucket } from '@site/releases/bucket'
import { getChannelVersionFile } from '@site/releases/channels'
import { INSTALLER_PLATFORMS, RELEASE_CHANNELS, type Release } from '@site/releases/release'
import { findReleases, getVersionFilePath, selectReleasesToPrune } from '@site/releases/releases'
import { defineCommand } from '../command.ts'
import { createPreview, YES_OPTION } from '../options.ts'
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
      [
        { title: 'Version', cell: ({ version }) => version },
        { title: 'Published', cell: ({ publishedAt }) => formatLocalDateTime(publishedAt) },
        { title: 'Size', cell: ({ release }) => formatSize(sumSizes(release)), align: 'right' },
      ],
      old,
    )
    if (!options.yes) return createPreview({ versions }, table)
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

/** Returns the size of the installers of a release in bytes. */
export function sumSizes({ size }: Release): number {
  return INSTALLER_PLATFORMS.reduce((sum, platform) => sum + (size?.[platform] ?? 0), 0)
}
