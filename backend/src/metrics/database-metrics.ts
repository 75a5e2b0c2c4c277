import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Histogram, Metrics } from './metrics.ts'

const NAME = 'database_transaction_duration_seconds'
const HELP = 'Transactions, the wait for a connection included.'
const QUERY_TIMEOUT_MS = 2_000

/** Wraps a database so that its transactions are counted and timed. */
export function countDatabase(database: Database, metrics: Metrics): Database {
  const timers = (role: string) => ({
    done: metrics.histogram(NAME, HELP, { role, result: 'committed' }),
    failed: metrics.histogram(NAME, HELP, { role, result: 'rolled_back' }),
  })
  const owner = timers('owner')
  const roles = { anon: timers('anon'), authenticated: timers('authenticated'), service_role: timers('service_role') }
  metrics.addSource({ describe: pingDescription, read: () => readPing(database) })
  metrics.addSource({ describe: stateDescription, read: () => withTimeout(readState(database)) })
  return {
    ...database,
    transaction: (run) => timed(database.transaction(run), owner),
    asCaller: (caller, run, timeouts) => timed(database.asCaller(caller, run, timeouts), roles[caller.role]),
    insertBatch: (into, rows, timeouts) =>
      timed(database.insertBatch(into, rows, timeouts), roles[rows[0].caller.role]),
  }
}

async function timed<T>(transaction: Promise<T>, { done, failed }: { done: Histogram; failed: Histogram }): Promise<T> {
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
  const up = await withTimeout(database.ping()).then(
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

const stateDescription = {
  database_size_bytes: { type: 'gauge', help: 'Size of the database on disk.' },
  early_access_spots: { type: 'gauge', help: 'Spots that are left.' },
  mail_outbox_waiting: { type: 'gauge', help: 'Mails that are not delivered yet.' },
  mail_outbox_oldest_seconds: { type: 'gauge', help: 'Age of the oldest mail that is not delivered yet.' },
  mail_outbox_given_up: { type: 'gauge', help: 'Mails that failed for good and wait for the operator.' },
  mail_paused: { type: 'gauge', help: '1 while an operator has paused all mail.' },
} as const

type State = { [Name in keyof typeof stateDescription]: number | null }

async function readState({ kysely }: Database): Promise<State> {
  const { rows } = await sql<State>`
    select
      pg_database_size(current_database())::float8 as database_size_bytes,
      (select value::float8 from app_settings where key = 'early_access_spots') as early_access_spots,
      waiting.many as mail_outbox_waiting,
      waiting.oldest as mail_outbox_oldest_seconds,
      (select count(*)::float8 from mail_outbox where gave_up_at is not null) as mail_outbox_given_up,
      (select count(*)::float8 from app_settings where key = 'mail_paused' and value = 'true') as mail_paused
    from (
      select count(*)::float8 as many, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
      from mail_outbox where sent_at is null and gave_up_at is null
    ) as waiting`.execute(kysely)
  const [state] = rows
  if (state === undefined) throw new Error('The state query returned no row.')
  return state
}

/** Rejects when `result` does not settle within the timeout, so that a scrape of the metrics does not hang while the database does. */
async function withTimeout<T>(result: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The database did not respond in time.')), QUERY_TIMEOUT_MS)
  return Promise.race([result, promise]).finally(() => clearTimeout(timer))
}
