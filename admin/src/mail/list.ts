import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { limitOption, readListPage } from '../list-page.ts'
import { shortenId } from '../options.ts'
import { formatRowCursor, NOTHING_FOLLOWS, parseRowCursor, type RowCursor } from '../row-cursor.ts'
import { OUTBOX_MAIL_COLUMNS, type OutboxMail, outboxMailRowSchema } from '../rows.ts'
import { MAIL_COUNTS_FIELDS, MAIL_FIELDS } from '../shown-fields.ts'
import { awaitQueryResult, type SiteClient } from '../site.ts'
import { formatTable } from '../view/table.ts'
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
      read: (most) => awaitQueryResult(site, v.array(outboxMailRowSchema), mailsAfter(site, state, after).limit(most)),
      toCursor: (mail) => formatRowCursor(mail[SORTED_BY[state].column], mail.id),
    })
    const { paused, counts, trouble } = await readMailState(site)
    const totals = `${counts.waiting} waiting, ${counts.given_up} given up, ${counts.sent} sent.`
    const notes = [
      totals,
      ...(trouble === null ? [] : [`MAIL IS ${trouble.kind.toUpperCase()}: ${formatMailTrouble(trouble)}.`]),
    ]
    const text = [...(mails.length > 0 ? [mailTable(mails)] : after === null ? [] : [NOTHING_FOLLOWS]), ...notes].join(
      '\n',
    )
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

/** Selects the mails of a state that follow the row `after`, or all mails of the state without it. */
function mailsAfter(site: SiteClient, state: MailStateName, after: RowCursor | null) {
  const { column, ascending } = SORTED_BY[state]
  const mails = inState(site, state).order(column, { ascending }).order('id')
  if (after === null) return mails
  const { at, id } = after
  const following = `${column}.${ascending ? 'gt' : 'lt'}."${at}",and(${column}.eq."${at}",id.gt.${id})`
  // The second condition implies the first, but PostgreSQL can start an index scan only at the first.
  return (ascending ? mails.gte(column, at) : mails.lte(column, at)).or(following)
}

function inState(site: SiteClient, state: MailStateName) {
  const mails = site.client.from('mail_outbox').select(OUTBOX_MAIL_COLUMNS)
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

function mailTable(mails: readonly OutboxMail[]): string {
  const rows = mails.map(({ id, created_at, kind, recipient, attempts, due_at, sent_at, gave_up_at, last_error }) => [
    shortenId(id),
    formatLocalDateTime(created_at),
    kind,
    recipient ?? '(the team)',
    sent_at !== null ? 'sent' : gave_up_at !== null ? 'given up' : `due ${formatLocalDateTime(due_at)}`,
    String(attempts),
    last_error ?? '',
  ])
  const columns = [
    { title: 'Id' },
    { title: 'When' },
    { title: 'Kind' },
    { title: 'To', most: 40 },
    { title: 'State' },
    { title: 'Tries', align: 'right' as const },
    { title: 'Last error', most: 60 },
  ]
  return formatTable(columns, rows)
}
