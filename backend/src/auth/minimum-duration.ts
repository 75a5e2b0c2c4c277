import { setTimeout as pause } from 'node:timers/promises'

/** Longer than any of the works takes on a small server, and shorter than anybody minds. */
const FLOOR_MS = 200

/**
 * Answers no sooner than after a fixed time. Where an address is known there is more to do (a user to write, a mail to
 * put into the outbox) than where it is not, and nobody shall learn that difference with a watch.
 */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), pause(FLOOR_MS)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
