import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from './database/database.ts'
import { startWorker, type Worker } from './worker.ts'

const INTERVAL_MS = 60 * 60_000

/** The rows per statement: few enough that a concurrent sign-up waits only some milliseconds. */
const BATCH_SIZE = 500

/** Deletes data past its retention period (docs/data.md), at the start and every hour. Safe to run in several processes at once. */
export function keepRetention(database: Database, log: FastifyBaseLogger): Worker {
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
        (f ->> 'payment_claims')::integer as "paymentClaims"
      from public.apply_retention(${BATCH_SIZE}) as f`.execute(kysely)
    const [deleted] = rows
    const counts = Object.values(deleted ?? {})
    if (counts.some((count) => count > 0))
      log.info({ event: 'retention', ...deleted }, 'Data past its retention period was deleted')
    if (!counts.includes(BATCH_SIZE)) return
  }
}

type DeletedCounts = { messages: number; mails: number; paymentClaims: number }
