import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from './database/database.ts'
import { startWorker, type Worker } from './worker.ts'

const ROUND_MS = 60 * 60_000

/** Few enough that a sign-up in between waits for some milliseconds only. */
const AT_ONCE = 500

/** Has the database forget what is past its time (docs/data.md), now and every hour. Several processes may do so at once. */
export function keepRetention(database: Database, log: FastifyBaseLogger): Worker {
  return startWorker((enough) => applyRetention(database, log, enough), { name: 'retention', interval: ROUND_MS, log })
}

async function applyRetention({ kysely }: Database, log: FastifyBaseLogger, enough: AbortSignal): Promise<void> {
  while (!enough.aborted) {
    const { rows } = await sql<Forgotten>`
      select (f ->> 'messages')::integer as messages, (f ->> 'mails')::integer as mails,
        (f ->> 'payment_claims')::integer as "paymentClaims"
      from public.apply_retention(${AT_ONCE}) as f`.execute(kysely)
    const [forgotten] = rows
    const counts = Object.values(forgotten ?? {})
    if (counts.some((count) => count > 0)) log.info({ event: 'retention', ...forgotten }, 'Old data was forgotten')
    if (!counts.includes(AT_ONCE)) return
  }
}

type Forgotten = { messages: number; mails: number; paymentClaims: number }
