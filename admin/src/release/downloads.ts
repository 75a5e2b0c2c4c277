import { formatDay } from '@site/contract/date-time'
import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { downloadCountRowSchema } from '../rows.ts'
import { fetchServerStatus } from '../server-status.ts'
import { awaitQueryResult, type SiteClient } from '../site.ts'
import { formatTable } from '../view/table.ts'
import { pluralise } from '../view/text.ts'
import { type DownloadCount, listPlatforms, listVersions, sumDownloads } from './download-totals.ts'

const PAGE = 1000
const DAY_MS = 86_400_000
const NOT_COUNTED = 'Downloads are not counted on this host.'

export const listDownloadsCommand = defineCommand({
  kind: 'reads',
  summary: 'list the downloads that began, by day (UTC), platform and version',
  options: {
    days: {
      type: 'number',
      value: 'N',
      least: 1,
      most: 36_500,
      otherwise: 30,
      help: 'the last N days, today included (30)',
    },
  },
  assistant: { shows: ['since', 'counts', 'day', 'platform', 'version', 'downloads', 'not_counted'] },
  examples: ['release downloads', 'release downloads --days 7'],
  async run({ options }, tools) {
    const { days } = options
    const site = await tools.site()
    const { since, counts, totals } = await readDownloads(site, days)
    // There can be counts although this host adds none: of the server from which the database was moved.
    const not_counted = (await fetchServerStatus(site)) === null ? NOT_COUNTED : null
    const counted =
      counts.length > 0
        ? `${formatCounts(counts)}\n${pluralise(totals.downloads, 'download')} since ${formatDay(since)}.`
        : null
    const text = [counted, not_counted].filter((part) => part !== null).join('\n')
    return {
      data: { since, counts, totals, not_counted },
      text: text || `No download has been counted since ${formatDay(since)}.`,
    }
  },
})

/** The download counts from the day `since` (UTC) on, and their sums by platform and by version. */
export type Downloads = {
  since: string
  counts: DownloadCount[]
  totals: { downloads: number; platforms: Record<string, number>; versions: Record<string, number> }
}

/** Reads the download counts of the last `days` days (UTC), today included. */
export async function readDownloads(site: SiteClient, days: number): Promise<Downloads> {
  const since = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10)
  const counts = await readCounts(site, since)
  const totals = {
    downloads: sumDownloads(counts),
    platforms: Object.fromEntries(
      listPlatforms(counts).map((name) => [name, sumDownloads(counts, ({ platform }) => platform === name)]),
    ),
    versions: Object.fromEntries(
      listVersions(counts).map((name) => [name, sumDownloads(counts, ({ version }) => version === name)]),
    ),
  }
  return { since, counts, totals }
}

async function readCounts(site: SiteClient, since: string): Promise<DownloadCount[]> {
  const found: DownloadCount[] = []
  for (;;) {
    const page = await awaitQueryResult(
      site,
      v.array(downloadCountRowSchema),
      site.client
        .from('download_counts')
        .select('day,platform,version,downloads')
        .gte('day', since)
        .order('day', { ascending: false })
        .order('version')
        .order('platform')
        .range(found.length, found.length + PAGE - 1),
    )
    found.push(...page)
    if (page.length < PAGE) return found
  }
}

/** Formats one line for each day and version and one for each version in total, with a column for each platform. */
function formatCounts(counts: readonly DownloadCount[]): string {
  type Line = { day: string; version: string; of: readonly DownloadCount[] }
  const listLines = (day: string, among: readonly DownloadCount[]): Line[] =>
    listVersions(among).map((name) => ({ day, version: name, of: among.filter(({ version }) => version === name) }))
  const days = Object.entries(Object.groupBy(counts, ({ day }) => day))
  const lines = [
    ...days.flatMap(([day, among = []]) => listLines(formatDay(day), among)),
    ...listLines('Total', counts),
    { day: 'Total', version: 'all', of: counts },
  ]
  const number = (title: string, isIncluded?: (count: DownloadCount) => boolean) =>
    ({ title, cell: ({ of }: Line) => String(sumDownloads(of, isIncluded)), align: 'right' }) as const
  return formatTable(
    [
      { title: 'Day', cell: ({ day }) => day },
      { title: 'Version', cell: ({ version }) => version, most: 40 },
      ...listPlatforms(counts).map((name) => number(name, ({ platform }) => platform === name)),
      number('all'),
    ],
    lines,
  )
}
