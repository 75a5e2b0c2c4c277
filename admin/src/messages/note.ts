import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { contactMessageRowSchema } from '../rows.ts'
import { MESSAGE_FIELDS } from '../shown-fields.ts'
import { awaitQueryResult } from '../site.ts'
import { sanitiseForTerminal } from '../view/text.ts'
import { findMessage } from './find.ts'

const MOST_CHARACTERS = 5000

export const noteMessageCommand = defineCommand({
  kind: 'writes',
  summary: 'write a note on a message, for operators only; an empty one deletes it',
  privateTexts: ['text'],
  args: ['id', 'text'],
  assistant: { shows: MESSAGE_FIELDS },
  examples: ['messages note 3f2a9c10 "waits for the next release"', 'messages note 3f2a9c10 ""'],
  findAddressee: async ({ args }, tools) => (await findMessage(await tools.site(), args.id)).email,
  async run({ args }, tools) {
    const note = args.text.replaceAll('\r\n', '\n').trim()
    if ([...note].length > MOST_CHARACTERS || /[\u0000-\u0008\u000b-\u001f\u007f]/.test(note)) {
      throw new CommandFailure('usage', `A note has at most ${MOST_CHARACTERS} characters, and no control characters.`)
    }
    const site = await tools.site()
    const found = await findMessage(site, args.id)
    const [changed] = await awaitQueryResult(
      site,
      v.array(contactMessageRowSchema),
      site.client
        .from('contact_messages')
        .update({ note: note === '' ? null : note })
        .eq('id', found.id)
        .select('*'),
    )
    const done = note === '' ? 'has no note now' : 'has the note'
    return { data: changed ?? null, text: `The message from ${sanitiseForTerminal(found.name)} ${done}.` }
  },
})
