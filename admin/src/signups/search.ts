import { toAsciiLowerCase } from '@site/contract/text'
import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { limitOption, readListPage } from '../list-page.ts'
import { type Signup, signupRowSchema } from '../rows.ts'
import { SIGNUP_FIELDS } from '../shown-fields.ts'
import { callRpc } from '../site.ts'
import { formatSignupTable } from './table.ts'

const MOST = 1000

export const searchSignupsCommand = defineCommand({
  kind: 'reads',
  summary: 'find sign-ups by a part of the name or address, or by order id',
  args: ['text'],
  options: limitOption(50),
  page: { reason: 'signups list --search does the same, page by page.' },
  assistant: { shows: SIGNUP_FIELDS },
  examples: ['signups search ada', 'signups search @example.com --limit 500'],
  async run({ args, options }, tools) {
    if (args.text.trim() === '')
      throw new CommandFailure('usage', 'Say what to look for: part of a name or address, or an order id.')
    const { rows, rest } = await readListPage({
      limit: options.limit,
      async read(most) {
        const found = await callRpc(await tools.site(), v.array(signupRowSchema), 'search_signups', {
          query: args.text,
          most: tools.exactMatchesOnly ? MOST : most,
        })
        return tools.exactMatchesOnly ? found.filter((signup) => hasValue(signup, args.text)) : found
      },
    })
    return { data: rows, text: formatSignupTable(rows), rest }
  },
})

/** Returns whether the name, the address or the order id is the text, without regard to case. */
function hasValue({ name, email, order_id }: Signup, text: string): boolean {
  const wanted = toAsciiLowerCase(text.trim())
  return [name, email, order_id].some(
    (value) => value !== null && value !== undefined && toAsciiLowerCase(value) === wanted,
  )
}
