import { setTimeout as pause } from 'node:timers/promises'

/**
 * Minimum duration in milliseconds: longer than an operation takes on a small server, and short enough that a user hardly notices the
 * delay.
 */
const MINIMUM_MS = 200

/**
 * Runs an operation and settles with its result or error, but not before a minimum duration has passed. Without it, the response time would
 * reveal whether an account exists: a request for a known e-mail address takes longer (it updates the user and inserts an outbox row).
 */
export async function withMinimumDuration<T>(operation: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([operation(), pause(MINIMUM_MS)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
