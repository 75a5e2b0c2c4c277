import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { contactMessageRowSchema } from '../rows.ts'
import { MESSAGE_FIELDS } from '../shown-fields.ts'
import { awaitQueryResult } from '../site.ts'
import { sanitiseForTerminal } from '../view/text.ts'
import { findMessage } from './find.ts'

export const markMessageAnsweredCommand = defineCommand({
  kind: 'writes',
  summary: 'mark a message as answered',
  args: ['id'],
  options: { undo: { type: 'boolean', help: 'mark it as open again' } },
  assistant: { shows: MESSAGE_FIELDS },
  examples: ['messages answered 3f2a9c10', 'messages answered 3f2a9c10 --undo'],
  findAddressee: async ({ args }, tools) => (await findMessage(await tools.site(), args.id)).email,
  async run({ args, options }, tools) {
    const site = await tools.site()
    const found = await findMessage(site, args.id)
    const answered_at = options.undo ? null : (found.answered_at ?? new Date().toISOString())
    const [changed] = await awaitQueryResult(
      site,
      v.array(contactMessageRowSchema),
      site.client.from('contact_messages').update({ answered_at }).eq('id', found.id).select('*'),
    )
    const state = answered_at === null ? 'is open again' : 'is answered'
    return { data: changed ?? null, text: `The message from ${sanitiseForTerminal(found.name)} ${state}.` }
  },
})
