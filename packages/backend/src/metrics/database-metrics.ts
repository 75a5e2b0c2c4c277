import { sql } from 'kysely'
import type { Database } from '../database/port/database.ts'
import type { DurationHistogram, MetricsRegistry } from './metrics.ts'

const NAME = 'database_transaction_duration_seconds'
const HELP = 'Transactions, the wait for a connection included.'
const QUERY_TIMEOUT_MS = 2_000

/** Wraps a database so that its transactions are counted and timed. */
export function instrumentDatabase(database: Database, metrics: MetricsRegistry): Database {
  const timers = (role: string) => ({
    done: metrics.histogram(NAME, HELP, { role, result: 'committed' }),
    failed: metrics.histogram(NAME, HELP, { role, result: 'rolled_back' }),
  })
  const owner = timers('owner')
  const roles = { anon: timers('anon'), authenticated: timers('authenticated'), service_role: timers('service_role') }
  metrics.addSource({ describe: pingDescription, read: () => readPing(database) })
  metrics.addSource({ describe: sizeDescription, read: () => withMetricsQueryTimeout(readSize(database)) })
  return {
    ...database,
    transaction: (run) => timed(database.transaction(run), owner),
    asCaller: (caller, run, timeouts) => timed(database.asCaller(caller, run, timeouts), roles[caller.role]),
    insertBatch: (into, rows, timeouts) =>
      timed(database.insertBatch(into, rows, timeouts), roles[rows[0].caller.role]),
  }
}

async function timed<T>(
  transaction: Promise<T>,
  { done, failed }: { done: DurationHistogram; failed: DurationHistogram },
): Promise<T> {
  const start = performance.now()
  try {
    const result = await transaction
    done.observe((performance.now() - start) / 1_000)
    return result
  } catch (error) {
    failed.observe((performance.now() - start) / 1_000)
    throw error
  }
}

const pingDescription = {
  database_up: { type: 'gauge', help: '1 when the database is reachable and writable.' },
  database_ping_seconds: { type: 'gauge', help: 'Round-trip time of a ping.' },
  database_connections: { type: 'gauge', help: 'Connections of this process.' },
  database_connections_idle: { type: 'gauge', help: 'Idle connections of this process.' },
  database_waiting: { type: 'gauge', help: 'Operations waiting for a connection.' },
} as const

async function readPing(database: Database): Promise<Record<string, number | null>> {
  const start = performance.now()
  const up = await withMetricsQueryTimeout(database.ping()).then(
    () => true,
    () => false,
  )
  const { open, idle, waiting } = database.connections()
  return {
    database_up: up ? 1 : 0,
    database_ping_seconds: up ? (performance.now() - start) / 1_000 : null,
    database_connections: open,
    database_connections_idle: idle,
    database_waiting: waiting,
  }
}

const sizeDescription = {
  database_size_bytes: { type: 'gauge', help: 'Size of the database on disk.' },
} as const

async function readSize({ kysely }: Database): Promise<Record<string, number | null>> {
  const { rows } = await sql<{ size: number }>`
    select pg_database_size(current_database())::float8 as size`.execute(kysely)
  return { database_size_bytes: rows[0]?.size ?? null }
}

/** Rejects when `result` does not settle within two seconds, so that a scrape of the metrics does not hang while the database does. */
export async function withMetricsQueryTimeout<T>(result: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The database did not respond in time.')), QUERY_TIMEOUT_MS)
  return Promise.race([result, promise]).finally(() => clearTimeout(timer))
}
