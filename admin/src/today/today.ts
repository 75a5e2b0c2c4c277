import { formatDay } from '@site/contract/date-time'
import { defineCommand } from '../command.ts'
import { formatMailTrouble } from '../mail/read-state.ts'
import { MAIL_COUNTS_FIELDS, MESSAGE_FIELDS } from '../shown-fields.ts'
import { formatNameValueList, formatTable } from '../view/table.ts'
import { formatLocalDateTime } from '../view/text.ts'
import { readToday, type SignupCount, type Today } from './read-today.ts'

const NOT_COUNTED = 'not counted on this host'

export const showTodayCommand = defineCommand({
  kind: 'reads',
  summary: 'show the site at a glance: sign-ups over time, spots, mail, messages, downloads, errors',
  options: {
    by: {
      type: 'string',
      value: 'PERIOD',
      choices: ['hour', 'day', 'week'],
      otherwise: 'day',
      help: 'count sign-ups by hour, day (the default) or week',
    },
  },
  assistant: {
    shows: [
      ...[
        'read_at',
        'period',
        'signups',
        'at',
        'free',
        'paid',
        'refused',
        'signups_today',
        'spots',
        'remaining',
        'countsDown',
        'mail',
        'paused',
      ],
      ...['counts', ...MAIL_COUNTS_FIELDS, 'slowest_seconds', 'messages', 'open', 'oldest'],
      ...[
        'downloads',
        'since',
        'platforms',
        'versions',
        'days',
        'errors',
        'total',
        'services',
        'not_counted',
        ...MESSAGE_FIELDS,
      ],
    ],
  },
  examples: ['today', 'today --by hour'],
  async run({ options }, tools) {
    const today = await readToday(await tools.site(), options.by)
    return { data: today, text: formatToday(today) }
  },
})

function formatToday(today: Today): string {
  const { read_at, period, signups, signups_today, spots, mail, messages, downloads, errors } = today
  const facts = formatNameValueList([
    ['Read at', formatLocalDateTime(read_at)],
    ['Spots left', String(spots.remaining)],
    ['Signed up', `${spots.signups.all} (${signups_today} today)`],
    ...(spots.signups.unconfirmed === 0 ? [] : [['Not confirmed yet', String(spots.signups.unconfirmed)] as const]),
    ['Mail', `${mail.counts.waiting} waiting, ${mail.counts.given_up} given up`],
    ...(mail.trouble === null ? [] : [[`Mail is ${mail.trouble.kind}`, formatMailTrouble(mail.trouble)] as const]),
    ['Messages not answered', String(messages.open)],
    ['Downloads', downloads === null ? NOT_COUNTED : `${downloads.downloads} since ${formatDay(downloads.since)}`],
    ['Errors in the last day', errors === null ? NOT_COUNTED : String(errors.total)],
    ...(today.not_counted === null ? [] : [['Refused sign-ups', NOT_COUNTED] as const]),
  ])
  const counted = signups.filter(({ free, paid, refused }) => free + paid + sumAmounts(refused ?? {}) > 0)
  const count = (title: string, cell: (count: SignupCount) => number) =>
    ({ title, cell: (each: SignupCount) => String(cell(each)), align: 'right' }) as const
  const columns = [
    { title: `By ${period}`, cell: ({ at }: SignupCount) => formatLocalDateTime(at) },
    count('Free', ({ free }) => free),
    count('Paid', ({ paid }) => paid),
    ...(today.not_counted === null ? [count('Refused', ({ refused }) => sumAmounts(refused ?? {}))] : []),
  ]
  return counted.length === 0 ? facts : `${facts}\n\n${formatTable(columns, counted)}`
}

function sumAmounts(amounts: Record<string, number>): number {
  return Object.values(amounts).reduce((sum, count) => sum + count, 0)
}
