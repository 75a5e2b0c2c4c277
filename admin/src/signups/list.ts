import { toAsciiLowerCase } from '@site/contract/text'
import { defineCommand } from '../command.ts'
import { limitOption, NOTHING_FOLLOWS, readListPage, takeFirst } from '../list-page.ts'
import type { Signup } from '../rows.ts'
import { SIGNUP_FIELDS } from '../shown-fields.ts'
import { SIGNUP_SORTINGS } from './choices.ts'
import { parseSignupFilter, SIGNUP_FILTER_OPTIONS } from './filter.ts'
import { iterateSignups, parseSignupCursor } from './pages.ts'
import { formatSignupTable } from './table.ts'

/** The most sign-ups among which a search for whole values looks. */
const SEARCHED_MAX = 1000

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
  assistant: { shows: SIGNUP_FIELDS, reveals: ['sort'] },
  examples: [
    'signups list',
    'signups list --search ada',
    'signups list --since 2026-03-01 --limit 200',
    'signups list --flagged --sort address',
  ],
  async run({ options }, tools) {
    const filter = parseSignupFilter(options)
    const range = { sorting: options.sort, after: parseSignupCursor(options.after) }
    const { rows, rest } = await readListPage({
      limit: options.limit,
      async read(most) {
        const site = await tools.site()
        if (filter.search === null || !tools.exactMatchesOnly)
          return takeFirst(iterateSignups(site, filter, { ...range, most }), most)
        const found = iterateSignups(site, filter, { ...range, most: SEARCHED_MAX })
        return takeFirst(selectWholeMatches(found, filter.search), most)
      },
      toCursor: ({ created_at, id, email }) => `${created_at} ${id} ${email}`,
    })
    const isBehind = rows.length === 0 && range.after !== null
    return { data: rows, text: isBehind ? NOTHING_FOLLOWS : formatSignupTable(rows), rest }
  },
})

/** Yields the sign-ups of which the name, the address or the order id is the text, without regard to case. */
async function* selectWholeMatches(signups: AsyncIterable<Signup>, text: string): AsyncGenerator<Signup> {
  const wanted = toAsciiLowerCase(text.trim())
  for await (const signup of signups) {
    const { name, email, order_id } = signup
    if ([name, email, order_id ?? ''].some((value) => toAsciiLowerCase(value) === wanted)) yield signup
  }
}
