import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { parseCountOption, shortenId } from '../options.ts'
import { contactMessageRowSchema } from '../rows.ts'
import { awaitQueryResult } from '../site.ts'
import { formatTable } from '../view/table.ts'
import { formatLocalDateTime } from '../view/text.ts'

export const listMessagesCommand = defineCommand({
  kind: 'reads',
  summary: 'list the contact messages that are not answered yet, newest first',
  options: {
    all: { type: 'boolean', help: 'include answered messages' },
    limit: { type: 'string', value: 'N', help: 'how many (20)' },
  },
  examples: ['messages list', 'messages list --all --limit 100'],
  async run({ options }, tools) {
    const site = await tools.site()
    const limit = parseCountOption('--limit', options.limit, { least: 1, most: 1000, otherwise: 20 })
    const newest = site.client
      .from('contact_messages')
      .select('*')
      .order('created_at', { ascending: false })
      .order('id')
      .limit(limit)
    const messages = await awaitQueryResult(
      site,
      v.array(contactMessageRowSchema),
      options.all ? newest : newest.is('answered_at', null),
    )
    if (messages.length === 0) return { data: [], text: options.all ? 'No message yet.' : 'Every message is answered.' }
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
    }
  },
})
