import { setTimeout as pause } from 'node:timers/promises'

/** Longer than any of the operations takes on a small server, and short enough for a person who waits. */
const MINIMUM_MS = 200

/**
 * Runs an operation and settles no sooner than after a fixed time, with its result or error. For a known address there is
 * more to do (update the user, insert an outbox row); the response time must not reveal whether the account exists.
 */
export async function withMinimumDuration<T>(operation: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([operation(), pause(MINIMUM_MS)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
