import type { FastifyBaseLogger } from 'fastify'
import type { Caller, CallerRow, Database } from '../database/database.ts'
import { CommitOutcomeUnknown, DatabaseUnavailable, isDatabaseError } from '../database/errors.ts'
import { isVisitor } from '../http/caller.ts'
import type { RequestRows } from '../rest/parse-rows.ts'
import type { StatementResult } from '../rest/rows-store.ts'
import type { ExposedTable } from '../rest/schema.ts'
import type { InsertsByTable } from '../rest/table-inserts.ts'
import { type BatchOutcome, InsertBatcher } from './insert-batcher.ts'
import type { QueryCache } from './query-cache.ts'

// The lock timeout of a batch: a row that waits for a lock delays its whole batch. The timeout is longer than another batch holds its
// locks, and shorter than PostgreSQL's default `deadlock_timeout` of 1 s.
const LOCK_TIMEOUT = '500ms'

/**
 * The SQLSTATEs of a rejected row: invalid values, violated constraints, errors raised by our own triggers. The other rows of the batch may
 * be valid.
 */
const REFUSED_ROW = /^(22|23|PT)/
/** The SQLSTATEs that a well-formed batch can fail with: missing privileges, deadlocks and lock timeouts. */
const EXPECTED_FAILURE = /^(42501|40P01|55P03)/

const ONE_ROW: StatementResult = { body: '[]', count: 1, total: null, updated: 0 }

/** An insert that returns no rows and has no conflict clause, and the function that runs it individually. */
export type PlainInsert = {
  caller: Caller
  table: ExposedTable
  rows: RequestRows
  insertAlone: () => Promise<StatementResult>
}

type Dependencies = {
  database: Pick<Database, 'insertBatch' | 'engine'>
  queryCache: Pick<QueryCache, 'forget'>
  log: Pick<FastifyBaseLogger, 'error'>
}

/**
 * Batches concurrent single-row inserts of anonymous callers into one statement and transaction (`InsertBatcher`), for tables with a
 * database function that stores a batch. The response is the same as without batching: an acknowledged row is stored, and a rejected row
 * gets the error that an individual insert would get.
 */
export class BatchedInserts {
  readonly #database: Dependencies['database']
  readonly #queryCache: Dependencies['queryCache']
  readonly #log: Dependencies['log']
  readonly #inserts: InsertsByTable
  /** One batcher per table and set of columns. When batching pauses after rejected rows, only inserts with the same columns are affected. */
  readonly #batchers = new Map<string, InsertBatcher<CallerRow, StatementResult>>()

  constructor({ database, queryCache, log }: Dependencies, inserts: InsertsByTable) {
    this.#database = database
    this.#queryCache = queryCache
    this.#log = log
    this.#inserts = inserts
  }

  /** Inserts the row in a batch if possible, otherwise individually. Settles with the result of the batch or of `insertAlone`. */
  insert({ caller, table, rows, insertAlone }: PlainInsert): Promise<StatementResult> {
    const batching = this.#inserts.get(table.name)?.batching
    const [values, ...others] = rows.values
    if (batching === undefined || values === undefined || others.length > 0 || !isVisitor(caller)) return insertAlone()
    if (caller.traceHeaders !== undefined) return insertAlone() // a batch has no place for the headers of one caller
    const columns = rows.columns.toSorted()
    // The query parameter `columns=` may exclude members of the body. The batch function stores the whole body, so a row with excluded
    // members is inserted individually.
    const isWhole = rows.isComplete && columns.length === Object.keys(values).length && columns.length > 0
    if (!isWhole || !columns.every((column) => batching.columns.includes(column))) return insertAlone()
    const key = JSON.stringify([table.name, columns])
    const batcher = this.#batchers.get(key) ?? this.#createBatcher(batching.store)
    this.#batchers.set(key, batcher)
    return batcher.insert({ row: { caller, json: rows.json }, insertAlone })
  }

  #createBatcher(store: string): InsertBatcher<CallerRow, StatementResult> {
    // The embedded engine has one connection: a second batch would only wait for the connection, during which it could still collect rows
    // if it were not sent.
    const maxInFlight = this.#database.engine === 'postgres' ? 2 : 1
    return new InsertBatcher((rows: readonly CallerRow[]) => this.#insertBatch(store, rows), { maxInFlight })
  }

  /**
   * Stores a batch. Rejects with `CommitOutcomeUnknown` when it is unknown whether the batch was stored, for example because the connection
   * broke.
   */
  async #insertBatch(store: string, [first, ...others]: readonly CallerRow[]): Promise<BatchOutcome<StatementResult>> {
    if (first === undefined) return []
    try {
      await this.#database.insertBatch(store, [first, ...others], { lockTimeout: LOCK_TIMEOUT })
      return [first, ...others].map(() => ONE_ROW)
    } catch (error) {
      if (error instanceof CommitOutcomeUnknown) throw error
      if (isDatabaseError(error) && REFUSED_ROW.test(error.code)) return 'refused'
      // The error is logged because the individual inserts may succeed, so that nothing else would reveal that every batch fails.
      if (!isExpectedFailure(error))
        this.#log.error(
          { event: 'group_fault', err: error },
          `Batch insert failed; inserting ${others.length + 1} rows individually`,
        )
      return 'failed'
    } finally {
      this.#queryCache.forget()
    }
  }
}

/**
 * Returns whether inserting a valid batch can fail with this error without a bug in the server: another transaction holds a lock, the caller
 * lacks a privilege, or the database is unavailable.
 */
function isExpectedFailure(error: unknown): boolean {
  if (isDatabaseError(error)) return EXPECTED_FAILURE.test(error.code)
  return error instanceof DatabaseUnavailable
}
