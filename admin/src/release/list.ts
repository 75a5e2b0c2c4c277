import { formatDay } from '@site/contract/date-time'
import { getReleaseChannel } from '@site/releases/channels'
import { RELEASE_CHANNELS, type Release } from '@site/releases/release'
import { findReleases, readCurrentVersions } from '@site/releases/releases'
import { defineCommand } from '../command.ts'
import { RELEASE_FIELDS } from '../shown-fields.ts'
import { formatTable } from '../view/table.ts'
import { formatLocalDateTime, formatSize } from '../view/text.ts'
import { openDownloadsBucket } from './bucket.ts'
import { readProduct } from './product.ts'
import { sumSizes } from './prune.ts'

export const listReleasesCommand = defineCommand({
  kind: 'reads',
  summary: 'list the published releases and mark the current ones',
  assistant: { shows: [...RELEASE_FIELDS, 'current', 'beta', 'releases', 'publishedAt', 'channel'] },
  examples: ['release list'],
  async run(_given, tools) {
    const product = await readProduct(tools.env)
    const bucket = openDownloadsBucket(await tools.site(), product.downloadsBucket)
    const { stable, beta } = await readCurrentVersions(bucket)
    const releases = await findReleases(bucket)
    const entries = releases.map(({ release: { manifest: _, signature, ...release }, publishedAt }) => ({
      ...release,
      signed: signature !== undefined,
      publishedAt,
    }))
    const data = { current: stable, beta, releases: entries }
    if (releases.length === 0) {
      return {
        data,
        text: `Nothing has been published yet; visitors get ${stable === null ? 'nothing' : `"${stable}"`}.`,
      }
    }
    const current = { stable, beta }
    const table = formatTable(
      [
        {
          title: 'Now',
          cell: ({ version }) => (RELEASE_CHANNELS.some((name) => current[name] === version) ? '→' : ''),
        },
        { title: 'Version', cell: ({ version }) => version },
        { title: 'State', cell: ({ release }) => describeState(release) },
        { title: 'Dated', cell: ({ release }) => formatDay(release.releaseDate) },
        { title: 'Published', cell: ({ publishedAt }) => formatLocalDateTime(publishedAt) },
        { title: 'Size', cell: ({ release }) => formatSize(sumSizes(release)), align: 'right' },
        { title: 'Notes', cell: ({ release }) => release.notes ?? '', most: 50 },
      ],
      releases,
    )
    const testers = beta === null ? '' : ` Testers get ${beta}.`
    return { data, text: `${table}\nVisitors get ${stable ?? 'nothing'}.${testers}` }
  },
})

function describeState(release: Release): string {
  const facts = [
    getReleaseChannel(release) === 'beta' ? 'beta' : '',
    release.signature === undefined ? 'unsigned' : 'signed',
    release.staged === undefined ? '' : `${release.staged} %`,
    release.halted === undefined ? '' : 'halted',
  ]
  return facts.filter((fact) => fact !== '').join(', ')
}
