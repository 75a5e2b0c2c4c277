import type { MetricsRegistry } from '@site/backend/metrics/metrics'

const NAME = 'signups_total'
const HELP = 'Early-access sign-ups: accepted, or why not.'

/**
 * The values of the metric label `result` by error code, for the usual rejections of a sign-up. Other error codes are counted as `other`.
 */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['23505', 'duplicate'],
  ['23502', 'missing'],
  ['PT429', 'limit'],
  ['23514', 'rule'],
  ['PT403', 'screening'],
])

/** Returns a callback that counts accepted sign-ups. */
export function createSignupCounter(metrics: MetricsRegistry): (rows: number) => void {
  const accepted = metrics.counter(NAME, HELP, { result: 'accepted' })
  return (rows) => accepted.add(rows)
}

/** Returns a callback that counts rejected sign-ups by reason. */
export function createRejectedSignupCounter(metrics: MetricsRegistry): (code: string) => void {
  return (code) => metrics.counter(NAME, HELP, { result: REASONS.get(code) ?? 'other' }).add()
}
