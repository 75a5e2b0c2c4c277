import * as v from 'valibot'
import { command } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { readCount } from '../options.ts'
import { signupSchema } from '../rows.ts'
import { callFunction } from '../site.ts'
import { signupTable } from './table.ts'

export const searchSignups = command({
  summary: 'find sign-ups by a part of the name or address, or by order id',
  args: ['text'],
  options: { limit: { type: 'string', value: 'N', help: 'how many (50)' } },
  examples: ['signups search ada', 'signups search @example.com --limit 500'],
  async run({ args, options }, tools) {
    if (args.text.trim() === '') throw new CommandFailure('usage', 'What is to be found?')
    const most = readCount('--limit', options.limit, { least: 1, most: 1000, otherwise: 50 })
    const found = await callFunction(await tools.site(), v.array(signupSchema), 'search_signups', {
      query: args.text,
      most,
    })
    return { data: found, text: signupTable(found) }
  },
})
