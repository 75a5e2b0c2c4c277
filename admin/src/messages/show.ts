import { command } from '../command.ts'
import { shortId } from '../options.ts'
import { formatFacts } from '../view/table.ts'
import { harmless, timeText } from '../view/text.ts'
import { findMessage } from './find.ts'

/** `messages show`. */
export const showMessage = command({
  summary: 'read one message; the beginning of its id is enough',
  args: ['id'],
  examples: ['messages show 3f2a9c10'],
  async run({ args }, tools) {
    const found = await findMessage(await tools.site(), args.id)
    const { id, name, email, message, created_at, answered_at } = found
    const facts = formatFacts([
      ['From', harmless(`${name} <${email}>`)],
      ['Written', timeText(created_at)],
      ['Answered', timeText(answered_at)],
    ])
    const next = answered_at === null ? `\n\nAnswer by mail, then: messages answered ${shortId(id)}` : ''
    return { data: found, text: `${facts}\n\n${harmless(message, true)}${next}` }
  },
})
