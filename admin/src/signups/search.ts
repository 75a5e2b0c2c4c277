import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { parseCountOption } from '../options.ts'
import { signupRowSchema } from '../rows.ts'
import { callRpc } from '../site.ts'
import { formatSignupTable } from './table.ts'

export const searchSignupsCommand = defineCommand({
  kind: 'reads',
  summary: 'find sign-ups by a part of the name or address, or by order id',
  args: ['text'],
  options: { limit: { type: 'string', value: 'N', help: 'how many (50)' } },
  examples: ['signups search ada', 'signups search @example.com --limit 500'],
  async run({ args, options }, tools) {
    if (args.text.trim() === '')
      throw new CommandFailure('usage', 'Say what to look for: part of a name or address, or an order id.')
    const most = parseCountOption('--limit', options.limit, { least: 1, most: 1000, otherwise: 50 })
    const found = await callRpc(await tools.site(), v.array(signupRowSchema), 'search_signups', {
      query: args.text,
      most,
    })
    return { data: found, text: formatSignupTable(found) }
  },
})
