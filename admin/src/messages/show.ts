import { defineCommand } from '../command.ts'
import { shortenId } from '../options.ts'
import { formatNameValueList } from '../view/table.ts'
import { formatLocalDateTime, sanitiseForTerminal } from '../view/text.ts'
import { findMessage } from './find.ts'

export const showMessageCommand = defineCommand({
  kind: 'reads',
  summary: 'show one message; the beginning of its id is enough',
  args: ['id'],
  examples: ['messages show 3f2a9c10'],
  async run({ args }, tools) {
    const found = await findMessage(await tools.site(), args.id)
    const { id, name, email, message, created_at, answered_at } = found
    const facts = formatNameValueList([
      ['From', sanitiseForTerminal(`${name} <${email}>`)],
      ['Written', formatLocalDateTime(created_at)],
      ['Answered', formatLocalDateTime(answered_at)],
    ])
    const next = answered_at === null ? `\n\nAnswer by mail, then: messages answered ${shortenId(id)}` : ''
    return { data: found, text: `${facts}\n\n${sanitiseForTerminal(message, true)}${next}` }
  },
})
