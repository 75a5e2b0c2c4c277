import type { FastifyBaseLogger } from 'fastify'
import type { BatchStore, Caller, CallerRow, Database } from '../database/database.ts'
import { CommitOutcomeUnknown, DatabaseUnavailable, isDatabaseError } from '../database/errors.ts'
import { isVisitor } from '../http/caller.ts'
import { InsertBatcher, type Outcome } from './insert-batcher.ts'
import type { Rows } from './parse-rows.ts'
import type { QueryCache } from './query-cache.ts'
import type { Result } from './rows-store.ts'
import type { Table } from './schema.ts'

// One of a group that must wait would keep all of them waiting. Longer than another group keeps what it holds; shorter than what
// PostgreSQL takes, unless told otherwise, to look for a deadlock.
const LOCK_TIMEOUT = '500ms'

/** Values, constraints, our own refusals: one of the group is refused, and not the others. */
const REFUSED = /^(22|23|PT)/
/** Missing rights, deadlocks and locks. */
const ORDINARY = /^(42501|40P01|55P03)/

const ONE_ROW: Result = { body: '[]', count: 1, total: null, updated: 0 }

/** An insert that gives no rows back and meets no conflict, and how it is done alone. */
export type PlainInsert = { caller: Caller; table: Table; rows: Rows; alone: () => Promise<Result> }

type Host = {
  database: Pick<Database, 'insertBatch' | 'engine'>
  queryCache: Pick<QueryCache, 'forget'>
  log: Pick<FastifyBaseLogger, 'error'>
}

/** The rows of a table that may go together, which name nothing but these columns, and what stores them. */
export type InsertBatching = { table: string; columns: readonly string[]; store: BatchStore }

/**
 * Puts visitors' inserts of one row each into one statement and one transaction when they come at once (`InsertBatcher`), where there
 * is a function of the database that stores them so. Who asks cannot tell: a row is there once they are answered, and a
 * refusal is the one they would have got alone.
 */
export class BatchedInserts {
  readonly #database: Host['database']
  readonly #queryCache: Host['queryCache']
  readonly #log: Host['log']
  readonly #batchings: readonly InsertBatching[]
  /** By table and the columns of a row: of what is refused, which goes alone for a while, most names the same. */
  readonly #lanes = new Map<string, InsertBatcher<CallerRow, Result>>()

  constructor({ database, queryCache, log }: Host, batchings: readonly InsertBatching[]) {
    this.#database = database
    this.#queryCache = queryCache
    this.#log = log
    this.#batchings = batchings
  }

  /** Settles as `alone` does, or as the group it goes with. */
  insert({ caller, table, rows, alone }: PlainInsert): Promise<Result> {
    const grouping = this.#batchings.find((one) => one.table === table.name)
    const [values, ...others] = rows.values
    if (grouping === undefined || values === undefined || others.length > 0 || !isVisitor(caller)) return alone()
    const columns = rows.columns.toSorted()
    // A request may name columns itself, and bring more than those.
    const isWhole = rows.isComplete && columns.length === Object.keys(values).length && columns.length > 0
    if (!isWhole || !columns.every((column) => grouping.columns.includes(column))) return alone()
    const key = JSON.stringify([table.name, columns])
    const lane = this.#lanes.get(key) ?? this.#newLane(grouping.store)
    this.#lanes.set(key, lane)
    return lane.insert({ row: { caller, json: rows.json }, alone })
  }

  #newLane(store: BatchStore): InsertBatcher<CallerRow, Result> {
    // The embedded engine has one connection: a second group would wait there instead of growing here.
    const maxInFlight = this.#database.engine === 'postgres' ? 2 : 1
    return new InsertBatcher((group: readonly CallerRow[]) => this.#insertTogether(store, group), { maxInFlight })
  }

  /** Rejects when it cannot be told from here whether it is kept, as when the connection broke meanwhile. */
  async #insertTogether(store: BatchStore, [first, ...others]: readonly CallerRow[]): Promise<Outcome<Result>> {
    if (first === undefined) return []
    try {
      await this.#database.insertBatch(store, [first, ...others], { lockTimeout: LOCK_TIMEOUT })
      return [first, ...others].map(() => ONE_ROW)
    } catch (error) {
      if (error instanceof CommitOutcomeUnknown) throw error
      if (isDatabaseError(error) && REFUSED.test(error.code)) return 'refused'
      // Alone it may go well, so nobody would ever hear that no group does.
      if (!isOrdinary(error)) this.#log.error({ event: 'group_fault', err: error }, 'Everybody of the group goes alone')
      return 'stuck'
    } finally {
      this.#queryCache.forget()
    }
  }
}

/** Whether a group may fail with this and be well made: somebody held a lock, the database is away. */
function isOrdinary(error: unknown): boolean {
  if (isDatabaseError(error)) return ORDINARY.test(error.code)
  return error instanceof DatabaseUnavailable
}
