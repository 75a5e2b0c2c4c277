import type { RefusedInsertHook } from '../rest/refused-insert.ts'
import type { Metrics } from './metrics.ts'

const NAME = 'signups_total'
const HELP = 'Early-access sign-ups: accepted, or why not.'

/** What of a refusal becomes a label: the codes that a sign-up is usually refused with, anything else as `other`. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['23505', 'duplicate'],
  ['23502', 'missing'],
  ['PT429', 'limit'],
  ['23514', 'rule'],
])

/** Counts accepted sign-ups. */
export function countSignups(metrics: Metrics): (rows: number) => void {
  const accepted = metrics.counter(NAME, HELP, { result: 'accepted' })
  return (rows) => accepted.add(rows)
}

/** Counts refused ones by their reason. */
export function countRefusals(metrics: Metrics): RefusedInsertHook {
  return (code) => metrics.counter(NAME, HELP, { result: REASONS.get(code) ?? 'other' }).add()
}
