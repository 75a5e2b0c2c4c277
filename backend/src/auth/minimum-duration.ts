import { setTimeout as pause } from 'node:timers/promises'

/** Minimum duration in milliseconds: longer than any of these operations takes on a small server, and short enough for a waiting person. */
const MINIMUM_MS = 200

/**
 * Runs an operation and settles with its result or error, but not before a fixed time has passed. A request for a known address takes
 * longer (it updates the user and inserts an outbox row), and the response time must not reveal whether the account exists.
 */
export async function withMinimumDuration<T>(operation: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([operation(), pause(MINIMUM_MS)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
