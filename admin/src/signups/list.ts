import { defineCommand } from '../command.ts'
import { parseCountOption, parseTimeOption } from '../options.ts'
import type { Signup } from '../rows.ts'
import { parseWaveName } from '../waves/selection.ts'
import { iterateSignups } from './pages.ts'
import { formatSignupTable } from './table.ts'

/** The options that filter sign-ups. */
export const SIGNUP_FILTER_OPTIONS = {
  since: { type: 'string', value: 'DAY', help: 'from this day on, such as 2026-03-05' },
  until: { type: 'string', value: 'DAY', help: 'before this day' },
  paid: { type: 'boolean', help: 'only sign-ups that reported a payment' },
  flagged: { type: 'boolean', help: 'only sign-ups to review: buyers who fail the checks of a free sign-up' },
  wave: { type: 'string', value: 'NAME', help: 'only those whom this wave invited' },
} as const

export const listSignupsCommand = defineCommand({
  kind: 'reads',
  summary: 'list the sign-ups, newest first',
  options: { ...SIGNUP_FILTER_OPTIONS, limit: { type: 'string', value: 'N', help: 'how many (20)' } },
  examples: ['signups list', 'signups list --since 2026-03-01 --limit 200', 'signups list --flagged'],
  async run({ options }, tools) {
    const filter = parseSignupFilter(options)
    const most = parseCountOption('--limit', options.limit, { least: 1, most: 100_000, otherwise: 20 })
    const signups: Signup[] = []
    const newest = iterateSignups(await tools.site(), filter, { ascending: false, most: most + 1 })
    for await (const signup of newest) signups.push(signup)
    const shown = signups.slice(0, most)
    const more = signups.length > most ? `: the newest; there are more, see --limit` : ''
    return { data: shown, text: `${formatSignupTable(shown)}${more}` }
  },
})

/** Parses the options that filter sign-ups. Throws a `usage` CommandFailure for an invalid day or name of a wave. */
export function parseSignupFilter(options: {
  since: string | undefined
  until: string | undefined
  paid: boolean
  flagged: boolean
  wave: string | undefined
}) {
  return {
    since: parseTimeOption('--since', options.since),
    until: parseTimeOption('--until', options.until),
    paid: options.paid,
    flagged: options.flagged,
    wave: options.wave === undefined ? null : parseWaveName(options.wave),
  }
}
