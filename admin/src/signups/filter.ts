import type { CommandOptionSpec, OptionValues } from '../command.ts'
import { parseTimeOption } from '../options.ts'
import { parseWaveName } from '../waves/selection.ts'
import { SIGNUP_STATUSES } from './choices.ts'

/** A filter for sign-ups. Times are ISO strings: `since` is inclusive, `until` is exclusive. null means no bound. */
export type SignupFilter = {
  since: string | null
  until: string | null
  status: (typeof SIGNUP_STATUSES)[number] | null
  flagged: boolean
  source: string | null
  search: string | null
  wave: string | null
}

/** The options that filter sign-ups. */
export const SIGNUP_FILTER_OPTIONS = {
  since: { type: 'string', value: 'DAY', help: 'from this day on, such as 2026-03-05' },
  until: { type: 'string', value: 'DAY', help: 'before this day' },
  status: {
    type: 'string',
    value: 'STATUS',
    choices: SIGNUP_STATUSES,
    help: 'free, paid (reported a payment), verified (payment checked) or unconfirmed',
  },
  paid: { type: 'boolean', help: 'the same as --status paid' },
  flagged: { type: 'boolean', help: 'only sign-ups to review: buyers who fail the checks of a free sign-up' },
  source: { type: 'string', value: 'FORM', help: 'where they signed up: signup-dialog, payment, …' },
  search: { type: 'string', value: 'TEXT', help: 'a part of the name or address, or an order id' },
  wave: { type: 'string', value: 'NAME', help: 'only those this wave invited' },
} as const satisfies Record<string, CommandOptionSpec>

/** The values of the options in `SIGNUP_FILTER_OPTIONS`. */
export type SignupFilterOptions = OptionValues<typeof SIGNUP_FILTER_OPTIONS>

/** Parses the options that filter sign-ups. Throws a `usage` CommandFailure that names the option for an invalid value. */
export function parseSignupFilter(options: SignupFilterOptions): SignupFilter {
  return {
    since: parseTimeOption('--since', options.since),
    until: parseTimeOption('--until', options.until),
    status: options.status ?? (options.paid ? 'paid' : null),
    flagged: options.flagged,
    source: options.source?.trim() || null,
    search: options.search?.trim() || null,
    wave: options.wave === undefined ? null : parseWaveName(options.wave),
  }
}
