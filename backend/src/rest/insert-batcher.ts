import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { inBackground } from '../background.ts'

// Larger batches save little more, and one refused row makes the whole batch run again.
const BATCH_MAX = 32
/** The batch size where several batches may be in flight: the database stores one half while the other half is sent. */
const HALF_BATCH = BATCH_MAX / 2
/** The smallest batch that is split in halves, at the cost of two more batches, when one of its rows is refused. */
const SPLIT_MIN = 8
const UNBATCHED_MAX = 4_096
/**
 * After this time a batch no longer counts as in flight, so the next one is sent if a connection is free. Longer than a batch takes
 * with a database on another continent, shorter than the statement timeout.
 */
const IN_FLIGHT_TIMEOUT_MS = 2_000

/** One insert: the row that the batch stores, and the function that inserts it individually. */
export type Insert<Row, Result> = { row: Row; insertAlone: () => Promise<Result> }

type PendingInsert<Row, Result> = Insert<Row, Result> & PromiseWithResolvers<Result>

/** One result per row; or nothing was stored, because a row was refused (`refused`) or for another reason, such as a lock (`failed`). */
export type Outcome<Result> = Result[] | 'refused' | 'failed'

/**
 * Batches inserts that arrive while others are in flight, in the order of their arrival. No insert is delayed to fill a batch: with
 * nothing in flight it is sent at once, as a batch of one, because a batch is one round trip to the database where an individual
 * insert is several. Up to `maxInFlight` batches are in flight, so that one is stored while the next is sent.
 *
 * When nothing of a batch is stored, its rows are inserted individually and their callers get individual results. A larger batch with
 * a refused row is split in halves first, because most often only one row is at fault. When neither half is stored, batching pauses
 * for a number of inserts, which doubles with every failed batch in a row: under an attack with many refused rows, or with a slow
 * database, batches would cost more than they save. A refused batch of one does not pause batching.
 */
export class InsertBatcher<Row, Result> {
  readonly #insertBatch: (rows: readonly Row[]) => Promise<Outcome<Result>>
  readonly #maxInFlight: number
  /** The number of pending inserts that are sent without waiting for more. */
  readonly #batchSize: number
  #pending: PendingInsert<Row, Result>[] = []
  #inFlight = 0
  #isDispatchScheduled = false
  #failedBatches = 0
  /** How many inserts are still to run individually, and how many will after the next failed batch. */
  #unbatched = 0
  #nextUnbatched = BATCH_MAX

  /** `insertBatch` rejects when it is unknown whether the batch was stored. */
  constructor(
    insertBatch: (rows: readonly Row[]) => Promise<Outcome<Result>>,
    { maxInFlight }: { maxInFlight: number },
  ) {
    this.#insertBatch = insertBatch
    this.#maxInFlight = maxInFlight
    this.#batchSize = maxInFlight > 1 ? HALF_BATCH : BATCH_MAX
  }

  /** Settles as `insertAlone` does; also rejects with the error of `insertBatch` when it is unknown whether the row was stored. */
  insert(insert: Insert<Row, Result>): Promise<Result> {
    if (this.#unbatched > 0) {
      this.#unbatched -= 1
      return insert.insertAlone()
    }
    const pending = { ...insert, ...Promise.withResolvers<Result>() }
    this.#pending.push(pending)
    inBackground(this.#dispatch(), (error) => this.#rejectPending(error))
    return pending.promise
  }

  /** Sends as many batches as may be in flight. */
  async #dispatch(): Promise<void> {
    if (this.#isDispatchScheduled) return
    this.#isDispatchScheduled = true
    // The embedded engine blocks the event loop while a statement runs, so requests that arrived meanwhile are not read yet. Dispatch
    // waits until one turn of the event loop adds no insert.
    let before: number
    do {
      before = this.#pending.length
      await nextTurn()
    } while (this.#pending.length > before && this.#pending.length < this.#batchSize)
    this.#isDispatchScheduled = false
    while (this.#maySend()) {
      inBackground(this.#send(this.#pending.splice(0, this.#nextBatchSize())), (error) => this.#rejectPending(error))
    }
  }

  #maySend(): boolean {
    if (this.#inFlight === 0) return this.#pending.length > 0
    return this.#inFlight < this.#maxInFlight && this.#pending.length >= this.#batchSize
  }

  /** Returns the full size when more inserts are pending than one batch holds: half batches would not finish any sooner. */
  #nextBatchSize(): number {
    return this.#pending.length > BATCH_MAX ? BATCH_MAX : this.#batchSize
  }

  async #send(batch: readonly PendingInsert<Row, Result>[]): Promise<void> {
    this.#inFlight += 1
    const done = this.#runBatch(batch)
    await Promise.race([done, pause(IN_FLIGHT_TIMEOUT_MS, undefined, { ref: false })])
    this.#inFlight -= 1
    await this.#dispatch()
  }

  /** Resolves when the batch is stored or its rows are being inserted individually, not when those inserts are done. Never rejects. */
  async #runBatch(batch: readonly PendingInsert<Row, Result>[]): Promise<void> {
    const failuresBefore = this.#failedBatches
    const outcome = await this.#storeBatch(batch)
    if (outcome === 'settled') return
    if (outcome === 'refused' && batch.length >= SPLIT_MIN) {
      const middle = Math.ceil(batch.length / 2)
      const halves = [batch.slice(0, middle), batch.slice(middle)]
      const outcomes = await Promise.all(
        halves.map(async (half) => {
          const ofHalf = await this.#storeBatch(half)
          if (ofHalf !== 'settled') insertIndividually(half)
          return ofHalf
        }),
      )
      if (outcomes.includes('settled')) return
    } else insertIndividually(batch)
    if (outcome === 'refused' && batch.length === 1) return
    // Batches that fail while in flight at the same time fail for one cause, so they count once.
    if (this.#failedBatches === failuresBefore) this.#pauseBatching()
  }

  /** Settles every insert of a batch that is stored, or may be. Never rejects. */
  async #storeBatch(batch: readonly PendingInsert<Row, Result>[]): Promise<'settled' | 'refused' | 'failed'> {
    try {
      const outcome = await this.#insertBatch(batch.map(({ row }) => row))
      if (!Array.isArray(outcome)) return outcome
      this.#nextUnbatched = BATCH_MAX
      for (const [index, result] of outcome.entries()) batch[index]?.resolve(result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    return 'settled'
  }

  /** Rejects all pending inserts after a bug in this class; otherwise they would never settle. */
  #rejectPending(error: unknown): void {
    for (const { reject } of this.#pending.splice(0)) reject(error)
  }

  #pauseBatching(): void {
    this.#failedBatches += 1
    const next = this.#pending.splice(0, this.#nextUnbatched)
    this.#unbatched = this.#nextUnbatched - next.length
    this.#nextUnbatched = Math.min(this.#nextUnbatched * 2, UNBATCHED_MAX)
    insertIndividually(next)
  }
}

/** Inserts each row individually and settles its caller with its own result or error. */
function insertIndividually<Result>(batch: readonly PendingInsert<unknown, Result>[]): void {
  for (const { insertAlone, resolve, reject } of batch) {
    const settle = async () => resolve(await insertAlone())
    inBackground(settle(), reject)
  }
}
