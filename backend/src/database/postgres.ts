import { Kysely, PostgresDialect, sql } from 'kysely'
import { Client, type ClientConfig, Pool } from 'pg'
import { asRole } from './caller-settings.ts'
import type { Database, DatabaseConfig, ScriptSession } from './database.ts'
import { DatabaseUnavailable, fromConnecting, fromDriver, isDatabaseError } from './errors.ts'
import { batchInsertion } from './insert-batch.ts'
import { checkServer } from './postgres-check.ts'
import { checkingOut } from './postgres-check-out.ts'
import { ASKS_WHETHER_ONLY_READS, connectionOptions, limitWaiting, ownClient } from './postgres-connection.ts'
import { PostgresListener } from './postgres-listener.ts'
import { pipeliningPool } from './postgres-pipeline.ts'
import { guardedPool } from './postgres-pool.ts'
import { retryOnDeadlock } from './retry-on-deadlock.ts'
import type { Tables } from './tables.ts'

const CONNECTIONS = 10
// So that the name is asked for again: after a failover it may lead to another server while the old one still answers.
const OLDEST_CONNECTION_S = 600

/**
 * Opens a pool of connections to a PostgreSQL server, after `checkServer` looked at it. When the server goes away, every
 * call fails with `DatabaseUnavailable` within seconds, and works again as soon as it is back.
 */
export async function openPostgres(config: DatabaseConfig, databaseUrl: string): Promise<Database> {
  const options = connectionOptions(databaseUrl)
  await checkServer(options)
  const pool = new Pool({
    ...options,
    pipeline: true,
    max: CONNECTIONS,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: OLDEST_CONNECTION_S,
  })
  // A connection that breaks is dropped by the pool, or fails the query that uses it; without listeners the events would
  // end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => limitWaiting(client.on('error', () => {})))
  const checkOut = checkingOut(pool)
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guardedPool(pool, checkOut) }) })
  // Callers' transactions begin with their settings, which are nothing outside of one.
  const callers = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: guardedPool(pool, checkOut, { awaitsBegin: false }) }),
  })
  const together = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: pipeliningPool(guardedPool(pool, checkOut)) }),
  })
  const listener = new PostgresListener(() => new Client(options))
  return {
    engine: 'postgres',
    kysely,
    transaction: (work) => retryOnDeadlock(() => kysely.transaction().execute(work)),
    asCaller: (caller, work, patience) =>
      retryOnDeadlock(() =>
        callers.transaction().execute(async (tx) => {
          await asRole(caller, config.limits, patience).execute(tx)
          return work(tx)
        }),
      ),
    insertBatch: batchInsertion(together, config.limits),
    scriptTransaction: (work) => runScripts(options, work),
    listen: (channel, toldTo) => listener.listen(channel, toldTo),
    async ping() {
      const { rows } = await sql.raw<{ on: boolean }>(ASKS_WHETHER_ONLY_READS).execute(kysely)
      if (rows[0]?.on) throw new DatabaseUnavailable({ cause: new Error('The server only reads.') })
    },
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    quiesce: null,
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}

// Migrations may take their time, whatever is set for the role, but not hold their lock when this process is gone. The last one came
// with PostgreSQL 17.
const BEGIN_PATIENTLY = `
  begin;
  set local statement_timeout = 0;
  set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 60000;
  select set_config(name, '0', true) from pg_settings where name = 'transaction_timeout'`

async function runScripts<T>(options: ClientConfig, work: (session: ScriptSession) => Promise<T>): Promise<T> {
  const client = ownClient({ ...options, query_timeout: 0 })
  const session: ScriptSession = {
    script: async (script) => void (await client.query(script).catch(rethrow)),
    query: async (text, values = []) =>
      (await client.query<Record<string, unknown>>(text, [...values]).catch(rethrow)).rows,
  }
  try {
    await client.connect().catch((error: unknown) => {
      throw fromConnecting(error)
    })
    await session.script(BEGIN_PATIENTLY)
    const result = await work(session)
    await session.query('commit')
    return result
  } finally {
    // Without a COMMIT, ending the connection takes everything back.
    await client.end().catch(() => {})
  }
}

/** An answer that the driver cannot read, for example, has no class of its own: the database cannot be used then either. */
function rethrow(error: unknown): never {
  const known = fromDriver(error)
  throw isDatabaseError(known) || known instanceof DatabaseUnavailable
    ? known
    : new DatabaseUnavailable({ cause: known })
}
