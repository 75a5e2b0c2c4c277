import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import {
  formatRowCursor,
  limitOption,
  NOTHING_FOLLOWS,
  parseRowCursor,
  readListPage,
  selectFollowing,
} from '../list-page.ts'
import { shortenId } from '../options.ts'
import { OUTBOX_MAIL_COLUMNS, type OutboxMail, outboxMailRowSchema } from '../rows.ts'
import { MAIL_COUNTS_FIELDS, MAIL_FIELDS } from '../shown-fields.ts'
import { awaitQueryResult, type SiteClient } from '../site.ts'
import { formatTable, type TableColumn } from '../view/table.ts'
import { formatLocalDateTime } from '../view/text.ts'
import { formatMailTrouble, readMailState } from './read-state.ts'

const STATES = ['waiting', 'given-up', 'sent', 'unsent'] as const

export const listMailCommand = defineCommand({
  kind: 'reads',
  summary: 'list the emails in the outbox that are waiting or were given up, with the last error',
  options: {
    state: {
      type: 'string',
      value: 'STATE',
      choices: STATES,
      otherwise: 'unsent',
      help: `${STATES.join(', ')} (unsent: waiting and given up)`,
    },
    after: {
      type: 'string',
      value: 'ROW',
      help: 'only what follows this mail: the time by which its state is sorted, and its id, from --json',
    },
    ...limitOption(20),
  },
  assistant: { shows: [...MAIL_FIELDS, 'paused', 'counts', 'mails', ...MAIL_COUNTS_FIELDS] },
  examples: ['mail list', 'mail list --state given-up --limit 200'],
  async run({ options }, tools) {
    const site = await tools.site()
    const { limit, state } = options
    const after = parseRowCursor(options.after, 'mail')
    const { rows: mails, rest } = await readListPage({
      limit,
      read: (most) =>
        awaitQueryResult(
          site,
          v.array(outboxMailRowSchema),
          selectFollowing(inState(site, state), SORTED_BY[state], after).limit(most),
        ),
      toCursor: (mail) => formatRowCursor(mail[SORTED_BY[state].column], mail.id),
    })
    const { paused, counts, trouble } = await readMailState(site)
    const totals = `${counts.waiting} waiting, ${counts.given_up} given up, ${counts.sent} sent.`
    const notes = [
      totals,
      ...(trouble === null ? [] : [`MAIL IS ${trouble.kind.toUpperCase()}: ${formatMailTrouble(trouble)}.`]),
    ]
    const text = [
      ...(mails.length > 0 ? [formatTable(MAIL_COLUMNS, mails)] : after === null ? [] : [NOTHING_FOLLOWS]),
      ...notes,
    ].join('\n')
    return { data: { paused, counts, trouble, mails }, text, rest }
  },
})

type MailStateName = (typeof STATES)[number]

/**
 * The column by which the mails of a state are sorted. It is the column of the index for that state, where there is an index, because the
 * outbox may contain a million mails.
 */
const SORTED_BY = {
  waiting: { column: 'due_at', ascending: true },
  'given-up': { column: 'gave_up_at', ascending: false },
  sent: { column: 'sent_at', ascending: false },
  unsent: { column: 'created_at', ascending: false },
} as const satisfies Record<MailStateName, { column: keyof OutboxMail; ascending: boolean }>

function inState(site: SiteClient, state: MailStateName) {
  const mails = site.client.from('mail_outbox').select<string, unknown>(OUTBOX_MAIL_COLUMNS)
  switch (state) {
    case 'sent':
      return mails.not('sent_at', 'is', null)
    case 'given-up':
      return mails.not('gave_up_at', 'is', null)
    case 'waiting':
      return mails.is('sent_at', null).is('gave_up_at', null)
    case 'unsent':
      return mails.is('sent_at', null)
  }
}

const MAIL_COLUMNS: readonly TableColumn<OutboxMail>[] = [
  { title: 'Id', cell: ({ id }) => shortenId(id) },
  { title: 'When', cell: ({ created_at }) => formatLocalDateTime(created_at) },
  { title: 'Kind', cell: ({ kind }) => kind },
  { title: 'To', cell: ({ recipient }) => recipient ?? '(the team)', most: 40 },
  {
    title: 'State',
    cell: ({ sent_at, gave_up_at, due_at }) =>
      sent_at !== null ? 'sent' : gave_up_at !== null ? 'given up' : `due ${formatLocalDateTime(due_at)}`,
  },
  { title: 'Tries', cell: ({ attempts }) => String(attempts), align: 'right' },
  { title: 'Last error', cell: ({ last_error }) => last_error ?? '', most: 60 },
]
