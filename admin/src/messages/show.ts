import { defineCommand } from '../command.ts'
import { shortenId } from '../options.ts'
import { MESSAGE_FIELDS } from '../shown-fields.ts'
import { formatNameValueList } from '../view/table.ts'
import { formatLocalDateTime, sanitiseForTerminal } from '../view/text.ts'
import { findAnswers, findMessage } from './find.ts'

export const showMessageCommand = defineCommand({
  kind: 'reads',
  summary: 'show one message with its answers; the beginning of its id is enough',
  args: ['id'],
  assistant: { shows: MESSAGE_FIELDS },
  examples: ['messages show 3f2a9c10'],
  async run({ args }, tools) {
    const site = await tools.site()
    const found = await findMessage(site, args.id)
    const answers = await findAnswers(site, found.id)
    const { id, name, email, message, created_at, answered_at, note } = found
    const facts = formatNameValueList([
      ['From', sanitiseForTerminal(`${name} <${email}>`)],
      ['Written', formatLocalDateTime(created_at)],
      ['Answered', formatLocalDateTime(answered_at)],
      ...(note === null ? [] : ([['Note', sanitiseForTerminal(note)]] as const)),
    ])
    const given = answers.map(
      ({ answer, answered_by, created_at }) =>
        `\n\n${sanitiseForTerminal(answered_by)}, ${formatLocalDateTime(created_at)}:\n\n${sanitiseForTerminal(answer, true)}`,
    )
    const next = answered_at === null ? `\n\nAnswer it: messages answer ${shortenId(id)} --text "…"` : ''
    const person = `\n\nAll about this person: privacy show ${shortenId(id)}`
    return {
      data: { ...found, answers },
      text: `${facts}\n\n${sanitiseForTerminal(message, true)}${given.join('')}${next}${person}`,
    }
  },
})
