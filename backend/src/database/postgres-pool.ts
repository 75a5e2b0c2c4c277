import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { DatabaseMoving, DatabaseUnavailable, fromDriver } from './errors.ts'
import type { CheckOut } from './postgres-check-out.ts'

type Beginning = { awaitsBegin?: boolean }

/**
 * A pool as Kysely uses it, whose errors are ours, and which throws away a connection that doesn't answer: a second query
 * on it, like the ROLLBACK that follows a failure, would only wait again. One that does not await BEGIN sends the next statement with
 * it, which saves a trip; when BEGIN fails that statement rejects, but has been run outside of a transaction. So only for
 * transactions whose first statement changes nothing there.
 */
export function guardedPool(pool: Pool, checkOut: CheckOut, { awaitsBegin = true }: Beginning = {}): PostgresPool {
  const guarded = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await checkOut()
      // Kysely recognises a connection by its object.
      const known = guarded.get(client) ?? guard(client, awaitsBegin)
      guarded.set(client, known)
      return known
    },
  }
}

function guard(client: PoolClient, awaitsBegin: boolean): PostgresPoolClient {
  let lost: DatabaseUnavailable | null = null
  let begin: Promise<unknown> | null = null
  async function query(text: string, values: readonly unknown[]): Promise<unknown> {
    if (lost !== null) throw lost
    if (!awaitsBegin && text === 'begin') {
      begin = client.query(text)
      // The next statement says so.
      begin.catch(() => {})
      return BEGUN
    }
    const before = begin
    begin = null
    try {
      const [, result] = await Promise.all([before, client.query(text, [...values])])
      return result
    } catch (cause) {
      const error = fromDriver(cause)
      if (error instanceof DatabaseUnavailable && isGone(error)) lost = error
      throw error
    }
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || lost !== null),
  }
}

const BEGUN = { command: 'BEGIN', rowCount: 0, rows: [] }

/** Whether the connection itself failed; a statement that ran out of time, or that a moving database refused, leaves it usable. */
function isGone(error: DatabaseUnavailable): boolean {
  const { cause } = error
  return !(error instanceof DatabaseMoving) && !(cause instanceof Error && 'code' in cause && cause.code === '57014')
}
