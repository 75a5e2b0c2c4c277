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
      read(most) {
        const newest = selectFollowing(inState(site, state), { column: 'created_at', ascending: false }, after)
        return awaitQueryResult(site, v.array(contactMessageRowSchema), newest.limit(most))
      },
      toCursor: ({ created_at, id }) => formatRowCursor(created_at, id),
    })
    if (messages.length === 0) {
      const none = state === 'open' ? 'Every message is answered.' : 'No message yet.'
      return { data: [], text: after === null ? none : NOTHING_FOLLOWS }
    }
    const table = formatTable(
      [
        { title: 'Id', cell: ({ id }) => shortenId(id) },
        { title: 'When', cell: ({ created_at }) => formatLocalDateTime(created_at) },
        { title: 'State', cell: ({ answered_at }) => (answered_at === null ? 'open' : 'answered') },
        { title: 'From', cell: ({ name, email }) => `${name} <${email}>`, most: 50 },
        { title: 'Message', cell: ({ message }) => message, most: 60 },
      ],
      messages,
    )
    return { data: messages, text: `${table}\nRead one: messages show ${shortenId(messages[0]?.id ?? '')}`, rest }
  },
})

function inState(site: SiteClient, state: (typeof STATES)[number]) {
  const messages = site.client.from('contact_messages').select('*')
  if (state === 'all') return messages
  return state === 'open' ? messages.is('answered_at', null) : messages.not('answered_at', 'is', null)
}
