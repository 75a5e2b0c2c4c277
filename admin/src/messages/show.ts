import { command } from '../command.ts'
import { shortId } from '../options.ts'
import { formatFacts } from '../view/table.ts'
import { formatTime, sanitise } from '../view/text.ts'
import { findMessage } from './find.ts'

export const showMessage = command({
  summary: 'show one message; the beginning of its id is enough',
  args: ['id'],
  examples: ['messages show 3f2a9c10'],
  async run({ args }, tools) {
    const found = await findMessage(await tools.site(), args.id)
    const { id, name, email, message, created_at, answered_at } = found
    const facts = formatFacts([
      ['From', sanitise(`${name} <${email}>`)],
      ['Written', formatTime(created_at)],
      ['Answered', formatTime(answered_at)],
    ])
    const next = answered_at === null ? `\n\nAnswer by mail, then: messages answered ${shortId(id)}` : ''
    return { data: found, text: `${facts}\n\n${sanitise(message, true)}${next}` }
  },
})
