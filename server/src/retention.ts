import type { Database } from '@site/backend/database/port/database'
import { type BackgroundWorker, startWorker } from '@site/backend/worker'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'

const INTERVAL_MS = 60 * 60_000

/** The maximum number of rows that one statement deletes. It is low enough that a concurrent sign-up waits only a few milliseconds. */
const BATCH_SIZE = 500

/**
 * Starts a worker that deletes data past its retention period (docs/data.md), once at the start and then every hour. Several processes may
 * run it at the same time.
 */
export function startRetentionWorker(database: Database, log: FastifyBaseLogger): BackgroundWorker {
  return startWorker((signal) => applyRetention(database, log, signal), {
    name: 'retention',
    interval: INTERVAL_MS,
    log,
  })
}

async function applyRetention({ kysely }: Database, log: FastifyBaseLogger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await sql<DeletedCounts>`
      select (f ->> 'messages')::integer as messages, (f ->> 'mails')::integer as mails,
        (f ->> 'payment_claims')::integer as "paymentClaims",
        (f ->> 'payment_events')::integer as "paymentEvents", (f ->> 'events')::integer as events,
        coalesce(f ->> 'unconfirmed', '0')::integer as unconfirmed
      from public.apply_retention(${BATCH_SIZE}) as f`.execute(kysely)
    const [deleted] = rows
    const counts = Object.values(deleted ?? {})
    if (counts.some((count) => count > 0))
      log.info({ ...deleted, event: 'retention' }, 'Data past its retention period was deleted')
    if (!counts.includes(BATCH_SIZE)) return
  }
}

type DeletedCounts = {
  messages: number
  mails: number
  paymentClaims: number
  paymentEvents: number
  events: number
  /** Sign-ups that were not confirmed in time. */
  unconfirmed: number
}
