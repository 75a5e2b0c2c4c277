import { defineCommand } from '../command.ts'
import { parseCountOption } from '../options.ts'
import type { Signup } from '../rows.ts'
import { parseSignupCursor } from './cursor.ts'
import { parseSignupFilter, parseSignupSorting, SIGNUP_FILTER_OPTIONS } from './filter.ts'
import { iterateSignups } from './pages.ts'
import { formatSignupTable } from './table.ts'

export const listSignupsCommand = defineCommand({
  kind: 'reads',
  summary: 'list the sign-ups',
  options: {
    ...SIGNUP_FILTER_OPTIONS,
    sort: { type: 'string', value: 'ORDER', help: 'newest (the default), oldest, address or address-desc' },
    after: { type: 'string', value: 'ROW', help: 'only what follows this row: its time, id and address, from --json' },
    limit: { type: 'string', value: 'N', help: 'how many (20)' },
  },
  examples: ['signups list', 'signups list --since 2026-03-01 --limit 200', 'signups list --flagged --sort address'],
  async run({ options }, tools) {
    const filter = parseSignupFilter(options)
    const most = parseCountOption('--limit', options.limit, { least: 1, most: 100_000, otherwise: 20 })
    const signups: Signup[] = []
    const range = { sorting: parseSignupSorting(options.sort), after: parseSignupCursor(options.after), most: most + 1 }
    for await (const signup of iterateSignups(await tools.site(), filter, range)) signups.push(signup)
    const shown = signups.slice(0, most)
    const more = signups.length > most ? `: the first; there are more, see --limit` : ''
    return { data: shown, text: `${formatSignupTable(shown)}${more}` }
  },
})
