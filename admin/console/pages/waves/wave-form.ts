import type { CallFields } from '../../server-calls/run.ts'

/** Whom a wave invites, by the state of their sign-up. */
export const WAVE_STATUSES = [
  ['', 'Free and paid'],
  ['free', 'Free'],
  ['paid', 'Says paid'],
  ['verified', 'Paid, verified'],
  ['flagged', 'To review'],
] as const
export type WaveStatus = (typeof WAVE_STATUSES)[number][0]

/** The values of the form that plans a wave. It invites the next people in the order of sign-up, or a list of addresses. */
export type WaveForm = {
  wave: string
  whom: 'next' | 'list'
  next: string
  status: WaveStatus
  since: string
  until: string
  /** The name of the chosen file with the list, and the id of its copy in the console's server. */
  list: { name: string; id: string } | null
}

export const EMPTY_WAVE: WaveForm = { wave: '', whom: 'next', next: '', status: '', since: '', until: '', list: null }

/** Returns the options of `waves plan` and `waves send`. Leaves out empty ones, so that the command's error messages apply. */
export function toWaveFields({ wave, whom, next, status, since, until, list }: WaveForm): CallFields {
  const selection = whom === 'list' ? { list: list?.id ?? '' } : { next, status, since, until }
  const given = Object.entries({ wave, ...selection })
    .map(([name, text]) => [name, text.trim()] as const)
    .filter(([, text]) => text !== '')
  return Object.fromEntries(given)
}
