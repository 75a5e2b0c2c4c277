import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { limitOption, readListPage } from '../list-page.ts'
import { shortenId } from '../options.ts'
import { formatRowCursor, NOTHING_FOLLOWS, parseRowCursor, type RowCursor } from '../row-cursor.ts'
import { contactMessageRowSchema } from '../rows.ts'
import { MESSAGE_FIELDS } from '../shown-fields.ts'
import { awaitQueryResult, type SiteClient } from '../site.ts'
import { formatTable } from '../view/table.ts'
import { formatLocalDateTime } from '../view/text.ts'

const STATES = ['open', 'answered', 'all'] as const

export const listMessagesCommand = defineCommand({
  kind: 'reads',
  summary: 'list the contact messages that are not answered yet, newest first',
  options: {
    all: { type: 'boolean', help: 'include answered messages' },
    state: { type: 'string', value: 'STATE', choices: STATES, help: 'open (the default), answered or all' },
    after: { type: 'string', value: 'ROW', help: 'only what follows this message: its time and id, from --json' },
    ...limitOption(20),
  },
  assistant: { shows: MESSAGE_FIELDS },
  examples: ['messages list', 'messages list --all --limit 100'],
  async run({ options }, tools) {
    const site = await tools.site()
    const state = options.state ?? (options.all ? 'all' : 'open')
    const after = parseRowCursor(options.after, 'message')
    const { rows: messages, rest } = await readListPage({
      limit: options.limit,
      read: (most) =>
        awaitQueryResult(site, v.array(contactMessageRowSchema), messagesAfter(site, state, after).limit(most)),
      toCursor: ({ created_at, id }) => formatRowCursor(created_at, id),
    })
    if (messages.length === 0) {
      const none = state === 'open' ? 'Every message is answered.' : 'No message yet.'
      return { data: [], text: after === null ? none : NOTHING_FOLLOWS }
    }
    const rows = messages.map(({ id, created_at, answered_at, name, email, message }) => [
      shortenId(id),
      formatLocalDateTime(created_at),
      answered_at === null ? 'open' : 'answered',
      `${name} <${email}>`,
      message,
    ])
    const columns = [
      { title: 'Id' },
      { title: 'When' },
      { title: 'State' },
      { title: 'From', most: 50 },
      { title: 'Message', most: 60 },
    ]
    return {
      data: messages,
      text: `${formatTable(columns, rows)}\nRead one: messages show ${shortenId(messages[0]?.id ?? '')}`,
      rest,
    }
  },
})

/** Selects the messages that follow the row `after`, newest first, in the order of the index on `created_at desc, id`. */
function messagesAfter(site: SiteClient, state: (typeof STATES)[number], after: RowCursor | null) {
  const newest = site.client.from('contact_messages').select('*').order('created_at', { ascending: false }).order('id')
  const inState =
    state === 'all' ? newest : state === 'open' ? newest.is('answered_at', null) : newest.not('answered_at', 'is', null)
  if (after === null) return inState
  const { at, id } = after
  // The first condition is redundant with the second, but PostgreSQL can use only this form as the start of an index scan.
  return inState.lte('created_at', at).or(`created_at.lt."${at}",and(created_at.eq."${at}",id.gt.${id})`)
}
