import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { convertDriverError, DatabaseMoving, DatabaseUnavailable } from '../port/errors.ts'
import type { ConnectionCheckOut } from './postgres-check-out.ts'

type BeginOptions = { awaitsBegin?: boolean }

/**
 * Wraps a pool for Kysely. Converts errors, and destroys a connection that doesn't respond: a further query on it, such as the ROLLBACK
 * after a failure, would only time out again. With `awaitsBegin: false`, BEGIN is sent together with the next statement, which saves a
 * round trip. When BEGIN fails, the next statement rejects although the server ran it outside a transaction. The option is therefore only
 * for transactions whose first statement has no effect outside a transaction.
 */
export function createGuardedPool(
  pool: Pool,
  checkOut: ConnectionCheckOut,
  { awaitsBegin = true }: BeginOptions = {},
): PostgresPool {
  const guarded = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await checkOut()
      // Kysely identifies a connection by its object, so each client gets the same wrapper every time.
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
      // The next statement awaits the BEGIN and reports its failure.
      begin.catch(() => {})
      return BEGUN
    }
    const before = begin
    begin = null
    try {
      const [, result] = await Promise.all([before, client.query(text, [...values])])
      return result
    } catch (cause) {
      const error = convertDriverError(cause)
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

/**
 * Returns whether the connection itself failed. After a statement timeout, or a rejection by a database that is being moved, the connection
 * stays usable.
 */
function isGone(error: DatabaseUnavailable): boolean {
  const { cause } = error
  return !(error instanceof DatabaseMoving) && !(cause instanceof Error && 'code' in cause && cause.code === '57014')
}
