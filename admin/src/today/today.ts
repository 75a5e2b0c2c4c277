import { defineCommand } from '../command.ts'
import { parseChoice } from '../options.ts'
import { formatNameValueList, formatTable } from '../view/table.ts'
import { formatLocalDateTime } from '../view/text.ts'
import { readToday, type SignupCount, type SignupPeriod, type Today } from './read-today.ts'

const PERIODS: readonly SignupPeriod[] = ['hour', 'day', 'week']

export const showTodayCommand = defineCommand({
  kind: 'reads',
  summary: 'show the site at a glance: sign-ups over time, spots, mail, messages, downloads, errors',
  options: { by: { type: 'string', value: 'PERIOD', help: 'count sign-ups by hour, day (the default) or week' } },
  examples: ['today', 'today --by hour'],
  async run({ options }, tools) {
    const period = parseChoice('--by', options.by ?? 'day', PERIODS)
    const today = await readToday(await tools.site(), period)
    return { data: today, text: formatToday(today) }
  },
})

function formatToday({ read_at, period, signups, spots, mail, messages, downloads, errors }: Today): string {
  const facts = formatNameValueList([
    ['Read at', formatLocalDateTime(read_at)],
    ['Spots left', String(spots.remaining)],
    ['Signed up', `${spots.signups.all} (${spots.signups.last_day} in the last day)`],
    ...(spots.signups.unconfirmed === 0 ? [] : [['Not confirmed yet', String(spots.signups.unconfirmed)] as const]),
    ['Mail', `${mail.counts.waiting} waiting, ${mail.counts.given_up} given up${mail.paused ? ', PAUSED' : ''}`],
    ['Messages not answered', String(messages.open)],
    ['Downloads', `${downloads.downloads} since ${downloads.since}`],
    ['Errors of the last day', String(errors.total)],
  ])
  const rows = signups
    .filter(({ free, paid, refused }) => free + paid + sumRefused(refused) > 0)
    .map(({ at, free, paid, refused }) => [
      formatLocalDateTime(at),
      String(free),
      String(paid),
      String(sumRefused(refused)),
    ])
  const columns = [
    { title: `By ${period}` },
    ...['Free', 'Paid', 'Refused'].map((title) => ({ title, align: 'right' as const })),
  ]
  return rows.length === 0 ? facts : `${facts}\n\n${formatTable(columns, rows)}`
}

function sumRefused(refused: SignupCount['refused']): number {
  return Object.values(refused).reduce((sum, count) => sum + count, 0)
}
