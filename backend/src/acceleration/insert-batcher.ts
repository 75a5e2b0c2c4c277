import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { inBackground } from '../background.ts'

// The time after which a batch that hangs no longer counts as in flight, so that it does not hold up the next batches.
const IN_FLIGHT_TIMEOUT_MS = 2_000

type Insert<Row, Result> = { row: Row; insertAlone: () => Promise<Result> }
type PendingInsert<Row, Result> = Insert<Row, Result> & PromiseWithResolvers<Result>
/** Stores a batch. Resolves to the result of each row, or to null when its rows are to be inserted individually. */
type StoreBatch<Row, Result> = (rows: readonly Row[]) => Promise<Result | null>

/**
 * Returns a function that batches inserts that arrive while other inserts are in flight, in the order of their arrival. No insert is delayed
 * to fill a batch: when nothing is in flight, an insert is sent at once, as a batch of one row. While a batch is in flight, only batches of
 * `batchSize` rows are sent, up to `maxInFlight` in all. When nothing of a batch is stored, its rows are inserted individually. The promise of
 * an insert settles as `insertAlone` would, or rejects with the error of the batch.
 */
export function createInsertBatcher<Row, Result>(
  storeBatch: StoreBatch<Row, Result>,
  { maxInFlight, batchSize }: { maxInFlight: number; batchSize: number },
): (insert: Insert<Row, Result>) => Promise<Result> {
  const pending: PendingInsert<Row, Result>[] = []
  let inFlight = 0
  let isDispatchScheduled = false

  async function dispatch(): Promise<void> {
    if (isDispatchScheduled) return
    isDispatchScheduled = true
    // The embedded engine blocks the event loop while a statement runs, so requests that arrived meanwhile are not read yet. Dispatching
    // waits until one turn of the event loop adds no insert.
    for (let before = -1; before < pending.length && pending.length < batchSize; ) {
      before = pending.length
      await nextTurn()
    }
    isDispatchScheduled = false
    while (pending.length >= (inFlight === 0 ? 1 : batchSize) && inFlight < maxInFlight)
      inBackground(send(pending.splice(0, batchSize)), () => {})
  }

  async function send(batch: readonly PendingInsert<Row, Result>[]): Promise<void> {
    inFlight += 1
    await Promise.race([store(batch), pause(IN_FLIGHT_TIMEOUT_MS, undefined, { ref: false })])
    inFlight -= 1
    await dispatch()
  }

  /** Stores a batch and settles its inserts, without waiting for those that run individually. Never rejects. */
  async function store(batch: readonly PendingInsert<Row, Result>[]): Promise<void> {
    try {
      const result = await storeBatch(batch.map(({ row }) => row))
      for (const { insertAlone, resolve } of batch) resolve(result ?? insertAlone())
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (insert) => {
    const waiting = { ...insert, ...Promise.withResolvers<Result>() }
    pending.push(waiting)
    inBackground(dispatch(), waiting.reject)
    return waiting.promise
  }
}
