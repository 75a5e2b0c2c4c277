import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { DatabaseUnavailable, fromDriver } from './errors.ts'

/**
 * A pool as Kysely uses it, whose errors are ours, and which throws away a connection that doesn't answer: a second query
 * on it, like the ROLLBACK that follows a failure, would only wait again.
 */
export function guardedPool(pool: Pool): PostgresPool {
  const guarded = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw fromDriver(error)
      })
      // Kysely recognises a connection by its object.
      const known = guarded.get(client) ?? guard(client)
      guarded.set(client, known)
      return known
    },
  }
}

function guard(client: PoolClient): PostgresPoolClient {
  let lost: DatabaseUnavailable | null = null
  async function query(text: string, values: readonly unknown[]): Promise<unknown> {
    if (lost !== null) throw lost
    try {
      return await client.query(text, [...values])
    } catch (cause) {
      const error = fromDriver(cause)
      if (error instanceof DatabaseUnavailable && isGone(error.cause)) lost = error
      throw error
    }
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || lost !== null),
  }
}

/** Whether the connection itself failed; a statement that ran out of time leaves it usable. */
function isGone(cause: unknown): boolean {
  return !(cause instanceof Error && 'code' in cause && cause.code === '57014')
}
