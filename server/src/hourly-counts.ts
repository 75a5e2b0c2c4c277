import type { Database } from '@site/backend/database/port/database'
import type { MetricsRegistry } from '@site/backend/metrics/metrics'
import { type BackgroundWorker, startWorker } from '@site/backend/worker'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'

/** The interval at which counts are stored, in milliseconds. A killed process loses at most the counts since the last interval. */
const INTERVAL_MS = 10_000

export type HourlyCounterParts = { database: Database; metrics: MetricsRegistry; log: FastifyBaseLogger }

type EventTotal = { what: 'signup_refused' | 'server_error'; label: string; total: number }

/**
 * Stores hourly counts in the database: refused sign-ups by reason, and 5xx responses by service. Operators can then see them after a
 * restart and without Prometheus. The counts are read from the metrics of this process, so that they add no work to a request. `stop`
 * stores the counts since the last interval.
 */
export function startHourlyCounter({ database, metrics, log }: HourlyCounterParts): Pick<BackgroundWorker, 'stop'> {
  let stored = new Map<string, EventTotal>()

  async function store(): Promise<void> {
    const totals = readTotals(metrics)
    const hour = new Date(new Date().setUTCMinutes(0, 0, 0)).toISOString()
    const rows = [...totals].flatMap(([key, { what, label, total }]) => {
      const amount = total - (stored.get(key)?.total ?? 0)
      return amount > 0 ? [{ what, label, hour, amount }] : []
    })
    if (rows.length === 0) return
    await sql`select private.add_hourly_counts(${JSON.stringify(rows)}::text::jsonb)`.execute(database.kysely)
    stored = totals // not reached after a failure, so the next interval stores these counts too
  }

  const worker = startWorker(store, { name: 'hourly_counts', interval: INTERVAL_MS, log })
  return {
    async stop() {
      await worker.stop()
      await store().catch((err: unknown) => {
        log.warn({ event: 'hourly_counts_lost', err }, 'The last hourly counts could not be stored')
      })
    },
  }
}

/** Returns the totals of refused sign-ups and 5xx responses since the start of the process, by kind and label. */
function readTotals(metrics: MetricsRegistry): Map<string, EventTotal> {
  const totals = new Map<string, EventTotal>()
  const add = (what: EventTotal['what'], label: string, more: number) => {
    const key = `${what} ${label}`
    totals.set(key, { what, label, total: (totals.get(key)?.total ?? 0) + more })
  }
  for (const { labels, total } of metrics.readCounter('signups_total')) {
    if (labels['result'] !== 'accepted') add('signup_refused', labels['result'] ?? 'other', total)
  }
  for (const { labels, total } of metrics.readCounter('http_requests_total')) {
    if (labels['status'] === '5xx') add('server_error', labels['service'] ?? 'other', total)
  }
  return totals
}
