import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { inBackground } from '../background.ts'

// The maximum number of rows in a batch. Larger batches save little more, and one rejected row makes the whole batch run again.
const BATCH_MAX = 32
/** The batch size when several batches may be in flight: the database stores one half while the other half is sent. */
const HALF_BATCH = BATCH_MAX / 2
/** The minimum size of a batch that is split in halves when one of its rows is rejected. A split costs two more batches. */
const SPLIT_MIN = 8
const UNBATCHED_MAX = 4_096
/**
 * The time after which a batch no longer counts as in flight, so that the next batch is sent if a connection is free. It is longer than a
 * batch takes with a database on another continent, and shorter than the statement timeout.
 */
const IN_FLIGHT_TIMEOUT_MS = 2_000

/** One insert: the row for a batch, and the function that inserts the row individually. */
export type PendingRow<Row, Result> = { row: Row; insertAlone: () => Promise<Result> }

type PendingInsert<Row, Result> = PendingRow<Row, Result> & PromiseWithResolvers<Result>

/**
 * The outcome of a batch: one result per row, or nothing was stored, either because a row was rejected (`refused`) or for another reason,
 * such as a lock (`failed`).
 */
export type BatchOutcome<Result> = Result[] | 'refused' | 'failed'

/**
 * Batches inserts that arrive while other inserts are in flight, in the order of their arrival. No insert is delayed to fill a batch: when
 * nothing is in flight, an insert is sent at once as a batch of one row, because a batch needs one round trip to the database and an
 * individual insert needs several. Up to `maxInFlight` batches are in flight, so that one is stored while the next one is sent.
 *
 * When nothing of a batch is stored, its rows are inserted individually and their callers get individual results. A larger batch with a
 * rejected row is first split in halves, because most often only one row is invalid. When neither half is stored, batching pauses for a
 * number of inserts, which doubles with every consecutive failed batch: under an attack with many invalid rows, or with a slow database,
 * batches would cost more than they save. A rejected batch of one row does not pause batching.
 */
export class InsertBatcher<Row, Result> {
  readonly #insertBatch: (rows: readonly Row[]) => Promise<BatchOutcome<Result>>
  readonly #maxInFlight: number
  /** The number of pending inserts at which a batch is sent without waiting for further inserts. */
  readonly #batchSize: number
  #pending: PendingInsert<Row, Result>[] = []
  #inFlight = 0
  #isDispatchScheduled = false
  #failedBatches = 0
  /** The number of inserts that are still to run individually. `#nextUnbatched` is their number after the next failed batch. */
  #unbatched = 0
  #nextUnbatched = BATCH_MAX

  /** `insertBatch` must reject only when it is unknown whether the batch was stored. */
  constructor(
    insertBatch: (rows: readonly Row[]) => Promise<BatchOutcome<Result>>,
    { maxInFlight }: { maxInFlight: number },
  ) {
    this.#insertBatch = insertBatch
    this.#maxInFlight = maxInFlight
    this.#batchSize = maxInFlight > 1 ? HALF_BATCH : BATCH_MAX
  }

  /**
   * Inserts one row, in a batch or individually. Settles as `insertAlone` would. Also rejects with the error of `insertBatch` when it is
   * unknown whether the row was stored.
   */
  insert(insert: PendingRow<Row, Result>): Promise<Result> {
    if (this.#unbatched > 0) {
      this.#unbatched -= 1
      return insert.insertAlone()
    }
    const pending = { ...insert, ...Promise.withResolvers<Result>() }
    this.#pending.push(pending)
    inBackground(this.#dispatch(), (error) => this.#rejectPending(error))
    return pending.promise
  }

  /** Sends pending inserts as batches while fewer than `maxInFlight` batches are in flight. */
  async #dispatch(): Promise<void> {
    if (this.#isDispatchScheduled) return
    this.#isDispatchScheduled = true
    // The embedded engine blocks the event loop while a statement runs, so requests that arrived meanwhile are not read yet. Dispatching
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

  /**
   * Returns the number of rows for the next batch: the maximum when more inserts are pending than one batch can contain, because half
   * batches would not finish any sooner.
   */
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

  /**
   * Stores a batch. Resolves when the batch is stored or its rows are being inserted individually, without waiting for those inserts. Never
   * rejects.
   */
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
    // Batches that are in flight together and fail have the same cause, so their failures count once.
    if (this.#failedBatches === failuresBefore) this.#pauseBatching()
  }

  /** Stores a batch in one statement. Settles every insert of the batch when it is stored, or may be stored. Never rejects. */
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

/** Inserts each row of a batch individually and settles its promise with the row's own result or error. */
function insertIndividually<Result>(batch: readonly PendingInsert<unknown, Result>[]): void {
  for (const { insertAlone, resolve, reject } of batch) {
    const settle = async () => resolve(await insertAlone())
    inBackground(settle(), reject)
  }
}
