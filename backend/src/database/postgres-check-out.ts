import type { Pool, PoolClient } from 'pg'
import { fromConnecting, isDatabaseError } from './errors.ts'

const ASK_AGAIN_MS = 10_000

/** Takes a connection of a pool, as its `connect` does. Rejects with `DatabaseUnavailable`. */
export type CheckOut = () => Promise<PoolClient>

/**
 * Checks connections out of a pool that grows no further than the server lets it. When the server refuses one more while others are
 * there, because it has no more or the login changed, whoever wanted it waits for one of those, as in a pool that is full; and
 * nobody asks for more for ten seconds.
 */
export function checkingOut(pool: Pool): CheckOut {
  const most = pool.options.max
  const made = new Set<PoolClient>()
  let refusedAt = Number.NEGATIVE_INFINITY
  pool.on('connect', (client) => made.add(client))
  pool.on('remove', (client) => made.delete(client))
  return async () => {
    if (performance.now() - refusedAt > ASK_AGAIN_MS) pool.options.max = most
    try {
      return await pool.connect()
    } catch (cause) {
      const refusal = fromConnecting(cause)
      if (made.size === 0 || !isDatabaseError(refusal.cause)) throw refusal
      // One that is just being let go of still counts.
      pool.options.max = Math.min(made.size, most)
      refusedAt = performance.now()
      // Whoever waits in vain is told why there was nothing else to do.
      return await pool.connect().catch(() => {
        throw refusal
      })
    }
  }
}
