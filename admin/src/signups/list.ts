import { defineCommand } from '../command.ts'
import { limitOption, readListPage, takeFirst } from '../list-page.ts'
import { NOTHING_FOLLOWS } from '../row-cursor.ts'
import { SIGNUP_FIELDS } from '../shown-fields.ts'
import { SIGNUP_SORTINGS } from './choices.ts'
import { parseSignupCursor } from './cursor.ts'
import { parseSignupFilter, SIGNUP_FILTER_OPTIONS } from './filter.ts'
import { iterateSignups } from './pages.ts'
import { formatSignupTable } from './table.ts'

export const listSignupsCommand = defineCommand({
  kind: 'reads',
  summary: 'list the sign-ups',
  options: {
    ...SIGNUP_FILTER_OPTIONS,
    sort: {
      type: 'string',
      value: 'ORDER',
      choices: SIGNUP_SORTINGS,
      otherwise: 'newest',
      help: 'newest (the default), oldest, address or address-desc',
    },
    after: { type: 'string', value: 'ROW', help: 'only what follows this row: its time, id and address, from --json' },
    ...limitOption(20, 100_000),
  },
  assistant: { shows: SIGNUP_FIELDS, reveals: ['search', 'sort'] },
  examples: ['signups list', 'signups list --since 2026-03-01 --limit 200', 'signups list --flagged --sort address'],
  async run({ options }, tools) {
    const filter = parseSignupFilter(options)
    const range = { sorting: options.sort, after: parseSignupCursor(options.after) }
    const { rows, rest } = await readListPage({
      limit: options.limit,
      read: async (most) => takeFirst(iterateSignups(await tools.site(), filter, { ...range, most }), most),
      toCursor: ({ created_at, id, email }) => `${created_at} ${id} ${email}`,
    })
    const isBehind = rows.length === 0 && range.after !== null
    return { data: rows, text: isBehind ? NOTHING_FOLLOWS : formatSignupTable(rows), rest }
  },
})
