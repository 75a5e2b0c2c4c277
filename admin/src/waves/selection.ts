import type { OptionValues } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { parseTimeOption } from '../options.ts'
import { type AddressList, MOST_LISTED, readAddressList } from './address-list.ts'

const STATUSES = ['free', 'paid', 'verified', 'flagged'] as const
/** The maximum size of a wave. Sending so many invitations takes 20 hours at the default `mail_per_hour`, of which waves use half. */
const MOST_NEXT = 10_000
const WAVE_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/

/** The options that say whom a wave invites. */
export const WAVE_SELECTION_OPTIONS = {
  next: { type: 'number', value: 'N', least: 1, most: MOST_NEXT, help: 'the next N people, in the order of sign-up' },
  status: {
    type: 'string',
    value: 'STATUS',
    choices: STATUSES,
    help: 'only those who are free, paid (reported a payment), verified or flagged (free and paid)',
  },
  since: { type: 'string', value: 'DAY', help: 'only those who signed up from this day on, such as 2026-03-05' },
  until: { type: 'string', value: 'DAY', help: 'only those who signed up before this day' },
  list: {
    type: 'string',
    value: 'FILE',
    help: `these people instead: a file with one address a line (${MOST_LISTED})`,
  },
} as const

/** The people that a wave invites, as an argument of the database functions `plan_wave` and `send_wave`. */
export type WaveSelection =
  | { next: number; status?: string | undefined; since?: string | undefined; until?: string | undefined }
  | { emails: readonly string[] }

type SelectionOptions = OptionValues<typeof WAVE_SELECTION_OPTIONS>

/**
 * Parses the options that say whom a wave invites. Returns null when none is given. Throws a `usage` CommandFailure for an invalid option
 * and a `bad_file` one for an unusable list.
 */
export async function parseWaveSelection(
  options: SelectionOptions,
): Promise<{ selection: WaveSelection; repeated: number } | null> {
  const { next, list } = options
  const filters = (['status', 'since', 'until'] as const).filter((name) => options[name] !== undefined)
  if (list !== undefined) {
    const other = next === undefined ? filters[0] : 'next'
    if (other !== undefined) throw new CommandFailure('usage', `--list and --${other} cannot be combined.`)
    const { emails, repeated }: AddressList = await readAddressList(list)
    return { selection: { emails }, repeated }
  }
  if (next === undefined) {
    if (filters.length === 0) return null
    throw new CommandFailure('usage', `--${filters[0]} needs --next N: how many people to invite.`)
  }
  return { selection: parseNext(next, options), repeated: 0 }
}

function parseNext(next: number, { status, since, until }: SelectionOptions): WaveSelection {
  const [from, before] = [parseTimeOption('--since', since), parseTimeOption('--until', until)]
  if (from !== null && before !== null && from >= before) {
    throw new CommandFailure('usage', '--since must be before --until.')
  }
  return { next, status, since: from ?? undefined, until: before ?? undefined }
}

/** Parses the name of a wave. Throws a `usage` CommandFailure for an invalid one. */
export function parseWaveName(text: string): string {
  if (WAVE_NAME.test(text)) return text
  throw new CommandFailure(
    'usage',
    `--wave must be 1 to 40 lower-case letters, digits and hyphens, such as spring-2, and "${text}" is not.`,
  )
}
