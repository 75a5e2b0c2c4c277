import { Kysely, PostgresDialect, sql } from 'kysely'
import { Client, type ClientConfig, Pool } from 'pg'
import { asRole } from './caller-settings.ts'
import { untilItPasses } from './collision.ts'
import type { Database, DatabaseConfig, ScriptSession } from './database.ts'
import { fromConnecting, fromDriver } from './errors.ts'
import { checkServer } from './postgres-check.ts'
import { connectionOptions, limitWaiting, ownClient } from './postgres-connection.ts'
import { PostgresListener } from './postgres-listener.ts'
import { guardedPool } from './postgres-pool.ts'
import type { Tables } from './tables.ts'

const CONNECTIONS = 10

/**
 * Opens a pool of connections to a PostgreSQL server, after `checkServer` looked at it. When the server goes away, every
 * call fails with `DatabaseUnavailable` within seconds, and works again as soon as it is back.
 */
export async function openPostgres(config: DatabaseConfig, databaseUrl: string): Promise<Database> {
  const options = connectionOptions(databaseUrl)
  await checkServer(options)
  const pool = new Pool({ ...options, pipeline: true, max: CONNECTIONS, idleTimeoutMillis: 30_000 })
  // A connection that breaks is dropped by the pool, or fails the query that uses it; without listeners the events would
  // end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => limitWaiting(client.on('error', () => {})))
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guardedPool(pool) }) })
  // Callers' transactions begin with their settings, which are nothing outside of one.
  const callers = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: guardedPool(pool, { awaitsBegin: false }) }),
  })
  const listener = new PostgresListener(() => new Client(options))
  return {
    engine: 'postgres',
    kysely,
    transaction: (work) => untilItPasses(() => kysely.transaction().execute(work)),
    asCaller: (caller, work, patience) =>
      untilItPasses(() =>
        callers.transaction().execute(async (tx) => {
          await asRole(caller, config.limits, patience).execute(tx)
          return work(tx)
        }),
      ),
    scriptTransaction: (work) => runScripts(options, work),
    listen: (channel, toldTo) => listener.listen(channel, toldTo),
    async ping() {
      await sql`select 1`.execute(kysely)
    },
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    holdStill: null,
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}

async function runScripts<T>(options: ClientConfig, work: (session: ScriptSession) => Promise<T>): Promise<T> {
  // Migrations may take their time.
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
    await session.query('begin')
    const result = await work(session)
    await session.query('commit')
    return result
  } finally {
    // Without a COMMIT, ending the connection takes everything back.
    await client.end().catch(() => {})
  }
}

function rethrow(error: unknown): never {
  throw fromDriver(error)
}
