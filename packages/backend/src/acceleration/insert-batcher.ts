import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { runInBackground } from '../run-in-background.ts'
import { createSerialRunner } from '../serial-runner.ts'

// The time after which a batch whose statement hangs no longer counts as in flight, so that it does not delay the next batches.
const IN_FLIGHT_TIMEOUT_MS = 2_000
/**
 * The minimum size of a batch that is split in halves when one of its rows is rejected. The rows of a smaller batch are inserted
 * individually.
 */
const SPLIT_MIN = 8

type Limits = { maxInFlight: number; batchSize: number }
type Insert<Row, Result> = { row: Row; insertAlone: () => Promise<Result> }
type PendingInsert<Row, Result> = Insert<Row, Result> & PromiseWithResolvers<Result>
/**
 * Stores all rows or none. Resolves to the result that each row gets, to `rejected` when a row was rejected, or to `failed` when the batch
 * was not stored for another reason.
 */
type StoreBatch<Row, Result> = (rows: readonly Row[]) => Promise<Result | 'rejected' | 'failed'>

/**
 * Creates a function that inserts one row and collects concurrent inserts into batches. If no batch is in flight, a row is sent at once, as
 * a batch of one. Rows that arrive while a batch is in flight wait, in order, until that batch is done or `batchSize` of them can be sent
 * as another batch; at most `maxInFlight` batches are in flight. A batch of SPLIT_MIN or more rows with a rejected row is stored again in
 * halves. The rows of any other batch that was not stored are inserted with `insertAlone`. If `storeBatch` rejects, the inserts of its rows
 * reject with that error.
 */
export function createInsertBatcher<Row, Result extends object>(storeBatch: StoreBatch<Row, Result>, limits: Limits) {
  const { maxInFlight, batchSize } = limits
  const pending: PendingInsert<Row, Result>[] = []
  let inFlight = 0
  const dispatcher = createSerialRunner(dispatch, (error) => {
    for (const { reject } of pending.splice(0)) reject(error)
  })

  async function dispatch(): Promise<void> {
    // Requests that arrived together are read one after another. The batch is sent after a turn of the event loop that added no insert.
    for (let before = -1; before < pending.length && pending.length < batchSize; ) {
      before = pending.length
      await nextTurn()
    }
    while (pending.length >= (inFlight === 0 ? 1 : batchSize) && inFlight < maxInFlight)
      runInBackground(send(pending.splice(0, batchSize)), () => {})
  }

  async function send(batch: readonly PendingInsert<Row, Result>[]): Promise<void> {
    inFlight += 1
    await Promise.race([store(batch), pause(IN_FLIGHT_TIMEOUT_MS, undefined, { ref: false })])
    inFlight -= 1
    dispatcher.wake()
  }

  /** Stores a batch and settles the promises of its inserts. Does not wait for the rows that are inserted individually. Never rejects. */
  async function store(batch: readonly PendingInsert<Row, Result>[]): Promise<void> {
    try {
      const outcome = await storeBatch(batch.map(({ row }) => row))
      const middle = Math.ceil(batch.length / 2)
      if (outcome === 'rejected' && batch.length >= SPLIT_MIN)
        await Promise.all([store(batch.slice(0, middle)), store(batch.slice(middle))])
      else for (const { insertAlone, resolve } of batch) resolve(typeof outcome === 'string' ? insertAlone() : outcome)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (insert: Insert<Row, Result>): Promise<Result> => {
    const waiting = { ...insert, ...Promise.withResolvers<Result>() }
    pending.push(waiting)
    dispatcher.wake()
    return waiting.promise
  }
}
