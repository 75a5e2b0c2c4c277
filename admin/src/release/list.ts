import { formatDay } from '@site/contract/date-time'
import { getReleaseChannel } from '@site/releases/channels'
import { INSTALLER_PLATFORMS, RELEASE_CHANNELS, type Release } from '@site/releases/release'
import { findReleases, readCurrentVersions } from '@site/releases/releases'
import { defineCommand } from '../command.ts'
import { RELEASE_FIELDS } from '../shown-fields.ts'
import { formatTable } from '../view/table.ts'
import { formatLocalDateTime, formatSize } from '../view/text.ts'
import { openDownloadsBucket } from './bucket.ts'
import { readProduct } from './product.ts'

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
    const rows = releases.map(({ version, release, publishedAt }) => [
      RELEASE_CHANNELS.some((channel) => current[channel] === version) ? '→' : '',
      version,
      describeState(release),
      formatDay(release.releaseDate),
      formatLocalDateTime(publishedAt),
      formatSize(INSTALLER_PLATFORMS.reduce((sum, platform) => sum + (release.size?.[platform] ?? 0), 0)),
      release.notes ?? '',
    ])
    const columns = [
      { title: 'Now' },
      { title: 'Version' },
      { title: 'State' },
      { title: 'Dated' },
      { title: 'Published' },
      { title: 'Size', align: 'right' as const },
      { title: 'Notes', most: 50 },
    ]
    const testers = beta === null ? '' : ` Testers get ${beta}.`
    return { data, text: `${formatTable(columns, rows)}\nVisitors get ${stable ?? 'nothing'}.${testers}` }
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
