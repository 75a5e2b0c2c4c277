import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresReporter } from '../port/database.ts'
import type { PostgresProcess } from './postgres-process.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000
/** After PostgreSQL has run for this time, the back-off begins again with the shortest pause. */
const STABLE_MS = 60_000

/**
 * Restarts PostgreSQL whenever it ends, with exponential back-off. Returns a function that stops PostgreSQL and does not restart it.
 */
export function keepRunning(
  first: PostgresProcess,
  spawn: () => PostgresProcess,
  report: PostgresReporter,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  let current = first
  const restart = async () => {
    current = spawn()
    return current.ended
  }
  const keep = async () => {
    let ended = first.ended
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      const begin = Date.now()
      const reason = await ended
      if (signal.aborted) return
      if (Date.now() - begin > STABLE_MS) wait = FIRST_PAUSE_MS
      report('postgres_ended', `PostgreSQL ended (${reason}); it is started again in ${wait} ms.`)
      await pause(wait, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      ended = restart().catch(String) // rejects for example when memory is short
    }
  }
  const keeping = keep()
  return async () => {
    stopping.abort()
    await current.stop()
    await keeping
  }
}
