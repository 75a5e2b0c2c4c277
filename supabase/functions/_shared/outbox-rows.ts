import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import type { DatabaseFunctionName, EdgeFunctionServices } from './services.ts'

// What the outboxes of mails (outbox.ts) and of webhook events (webhooks/event-outbox.ts) have in common. They are accessed only through
// database functions, so that the same calls work from Node.js and over the data API (/rest/v1/rpc).

/** The row of a claim that found none. Depending on how the database function is called, it is no row, null, or a row of nulls. */
const noRowSchema = v.nullish(v.object({ id: v.null() }))

/** Calls a database function that claims at most one row. Returns the row, or null when there is none to claim. */
export async function claimRow<Row>(
  services: Pick<EdgeFunctionServices, 'callDatabase'>,
  name: DatabaseFunctionName,
  args: Record<string, unknown>,
  schema: v.GenericSchema<unknown, Row>,
): Promise<Row | null> {
  const answer = await services.callDatabase(name, args)
  const row: unknown = Array.isArray(answer) ? answer[0] : answer
  return v.is(noRowSchema, row) ? null : v.parse(schema, row)
}

/**
 * Claims and delivers rows, `concurrency` at a time, until `claim` finds none or `stop` aborts. Adds the number of rows with each outcome to
 * `counts`, and resolves with it. Rejects when a claim or a delivery rejects.
 */
export async function deliverRows<Row, Outcome extends string>(
  {
    claim,
    deliver,
    concurrency,
  }: {
    claim: () => Promise<Row | null>
    deliver: (row: Row) => Promise<Outcome>
    concurrency: number
  },
  counts: Record<Outcome, number>,
  stop: AbortSignal,
): Promise<Record<Outcome, number>> {
  async function deliverNext(): Promise<void> {
    while (!stop.aborted) {
      const row = await claim()
      if (row === null) return
      counts[await deliver(row)] += 1
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: concurrency }, deliverNext))
  const failed = workers.find((worker) => worker.status === 'rejected')
  if (failed) throw failed.reason
  return counts
}

/** Marks a row as delivered, and retries for about 16 seconds, because a row that is not marked is delivered again. */
export async function markWithRetries<T>(mark: () => Promise<T>): Promise<T> {
  for (const wait of [200, 1_000, 5_000, 10_000]) {
    try {
      return await mark()
    } catch {
      await pause(wait)
    }
  }
  return mark()
}
