import { INSTALLER_PLATFORMS } from '@site/contract/release'
import { defineCommand } from '../command.ts'
import { formatTable } from '../view/table.ts'
import { formatLocalDateTime, formatSize } from '../view/text.ts'
import { openDownloadsBucket } from './bucket.ts'
import { readProduct } from './product.ts'
import { CURRENT_VERSION_FILE, findReleases } from './releases.ts'

export const listReleasesCommand = defineCommand({
  summary: 'list the published releases and mark the current one',
  examples: ['release list'],
  async run(_given, tools) {
    const product = await readProduct()
    const bucket = openDownloadsBucket(await tools.site(), product.downloadsBucket)
    const current = (await bucket.readRelease(CURRENT_VERSION_FILE))?.version ?? null
    const releases = await findReleases(bucket)
    const data = { current, releases: releases.map(({ release, publishedAt }) => ({ ...release, publishedAt })) }
    if (releases.length === 0) {
      return {
        data,
        text: `Nothing has been published yet; visitors get ${current === null ? 'nothing' : `"${current}"`}.`,
      }
    }
    const rows = releases.map(({ version, release, publishedAt }) => [
      version === current ? '→' : '',
      version,
      release.releaseDate,
      formatLocalDateTime(publishedAt),
      formatSize(INSTALLER_PLATFORMS.reduce((sum, platform) => sum + (release.size?.[platform] ?? 0), 0)),
      release.notes ?? '',
    ])
    const columns = [
      { title: 'Now' },
      { title: 'Version' },
      { title: 'Dated' },
      { title: 'Published' },
      { title: 'Size', align: 'right' as const },
      { title: 'Notes', most: 50 },
    ]
    return { data, text: `${formatTable(columns, rows)}\nVisitors get ${current ?? 'nothing'}.` }
  },
})
