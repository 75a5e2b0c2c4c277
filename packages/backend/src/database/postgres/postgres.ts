import { Kysely, PostgresDialect, sql } from 'kysely'
import { type ClientConfig, Pool } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { createCallerRoleSql } from '../port/caller-settings.ts'
import type { Database, DatabaseConfig, SqlScriptSession } from '../port/database.ts'
import { convertConnectError, convertDriverError, DatabaseUnavailable, isDatabaseError } from '../port/errors.ts'
import { createDatabaseInsertBatch } from '../port/insert-batch.ts'
import { retryOnDeadlock } from '../port/retry-on-deadlock.ts'
import type { DatabaseTables } from '../port/tables.ts'
import { checkPostgresServer } from './postgres-check.ts'
import { createConnectionCheckOut } from './postgres-check-out.ts'
import { createPostgresClient, createPostgresClientOptions, SELECT_IS_READ_ONLY_SQL } from './postgres-connection.ts'
import { PostgresListener } from './postgres-listener.ts'
import { createPipeliningPool } from './postgres-pipeline.ts'
import { createGuardedPool } from './postgres-pool.ts'
import { applySessionSettings } from './postgres-session.ts'

const CONNECTIONS = 10
// The maximum age of a connection. Reconnecting resolves the host name again: after a failover the name may point to another server while
// the old server still responds.
const MAX_LIFETIME_S = 600

/**
 * Checks a PostgreSQL server (`checkServer`), then opens a connection pool to it. While the server is down, every call rejects with
 * `DatabaseUnavailable` within seconds; calls succeed again as soon as the server is reachable.
 */
export async function openPostgres(config: DatabaseConfig, databaseUrl: string): Promise<Database> {
  const options = createPostgresClientOptions(databaseUrl)
  await checkPostgresServer(options)
  return connectPostgres(config, options)
}

/** Opens a connection pool to a PostgreSQL server that was not checked. Connects at the first call. */
export function connectPostgres(config: DatabaseConfig, options: ClientConfig): Database {
  const pool = new Pool({
    ...options,
    pipeline: true,
    max: CONNECTIONS,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: MAX_LIFETIME_S,
  })
  // The handlers of the error events are empty, because an unhandled error event ends the process. No further handling is needed: the pool
  // removes a broken idle connection, and on a busy one the running query rejects.
  pool.on('error', () => {})
  pool.on('connect', (client) => applySessionSettings(client.on('error', () => {})))
  const checkOut = createConnectionCheckOut(pool)
  const kysely = new Kysely<DatabaseTables>({
    dialect: new PostgresDialect({ pool: createGuardedPool(pool, checkOut) }),
  })
  // The first statement of a caller's transaction sets its role and claims, which has no effect outside a transaction. It can therefore be
  // sent together with the BEGIN, without waiting for its response.
  const callers = new Kysely<DatabaseTables>({
    dialect: new PostgresDialect({ pool: createGuardedPool(pool, checkOut, { awaitsBegin: false }) }),
  })
  const batches = new Kysely<DatabaseTables>({
    dialect: new PostgresDialect({ pool: createPipeliningPool(createGuardedPool(pool, checkOut)) }),
  })
  const listener = new PostgresListener(() => createPostgresClient(options))
  return {
    own: null,
    kysely,
    transaction: (run) => retryOnDeadlock(() => kysely.transaction().execute(run)),
    asCaller: (caller, run, timeouts) =>
      retryOnDeadlock(() =>
        callers.transaction().execute(async (tx) => {
          await createCallerRoleSql(caller, config.callerSettings ?? {}, timeouts).execute(tx)
          return run(tx)
        }),
      ),
    insertBatch: createDatabaseInsertBatch(batches, config.callerSettings),
    scriptTransaction: (run) => runScripts(options, run),
    listen: (channel, callbacks) => listener.listen(channel, callbacks),
    async ping() {
      const { rows } = await sql.raw<{ on: boolean }>(SELECT_IS_READ_ONLY_SQL).execute(kysely)
      if (rows[0]?.on) throw new DatabaseUnavailable({ cause: new Error('The server is read-only.') })
    },
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}

// Migrations run without a statement timeout, whatever is set for the role. The idle timeout releases their lock when this process dies.
const BEGIN_WITHOUT_TIMEOUTS = `
  begin;
  set local statement_timeout = 0;
  set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 60000`

async function runScripts<T>(options: ClientConfig, run: (session: SqlScriptSession) => Promise<T>): Promise<T> {
  const client = createPostgresClient({ ...options, query_timeout: 0 })
  const session: SqlScriptSession = {
    script: async (script) => void (await client.query(script).catch(throwConverted)),
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values]).catch(throwConverted)).rows,
    // Without a listener, an `error` event that a stream emits after `pipeline` has settled would be an uncaught exception.
    copyOut: (text) => client.query(copyTo(text)).on('error', () => {}),
    copyIn: (text) => client.query(copyFrom(text)).on('error', () => {}),
  }
  try {
    await client.connect().catch((error: unknown) => {
      throw convertConnectError(error)
    })
    await session.script(BEGIN_WITHOUT_TIMEOUTS)
    const result = await run(session)
    await session.query('commit')
    return result
  } finally {
    // If the COMMIT was not reached, closing the connection rolls back the transaction.
    await client.end().catch(() => {})
  }
}

/**
 * Throws any error converted to `DatabaseError` or `DatabaseUnavailable`. An unreadable response, for example, has no error class of its
 * own, but the database can't be used then either.
 */
function throwConverted(error: unknown): never {
  const known = convertDriverError(error)
  throw isDatabaseError(known) || known instanceof DatabaseUnavailable
    ? known
    : new DatabaseUnavailable({ cause: known })
}
