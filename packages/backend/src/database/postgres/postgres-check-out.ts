import type { Pool, PoolClient } from 'pg'
import { convertConnectError, isDatabaseError } from '../port/errors.ts'

const GROW_AGAIN_MS = 10_000

/**
 * Acquires a connection from a pool, as `pool.connect` does. Rejects with `DatabaseUnavailable` when no connection can be opened in time.
 */
export type ConnectionCheckOut = () => Promise<PoolClient>

/**
 * Creates a check-out function for a pool that opens no more connections than the server allows. When the server rejects another connection
 * while some are open, because its limit is reached or the login changed, the caller waits for an open connection as in a full pool, and
 * the pool does not try to grow for ten seconds.
 */
export function createConnectionCheckOut(pool: Pool): ConnectionCheckOut {
  const most = pool.options.max
  const made = new Set<PoolClient>()
  let refusedAt = Number.NEGATIVE_INFINITY
  pool.on('connect', (client) => made.add(client))
  pool.on('remove', (client) => made.delete(client))
  return async () => {
    if (performance.now() - refusedAt > GROW_AGAIN_MS) pool.options.max = most
    try {
      return await pool.connect()
    } catch (cause) {
      const refusal = convertConnectError(cause)
      if (made.size === 0 || !isDatabaseError(refusal.cause)) throw refusal
      // The new maximum includes connections that are being closed, because they still count as open.
      pool.options.max = Math.min(made.size, most)
      refusedAt = performance.now()
      // When waiting for an open connection fails too, the caller gets the server's rejection, which is the original cause.
      return await pool.connect().catch(() => {
        throw refusal
      })
    }
  }
}
