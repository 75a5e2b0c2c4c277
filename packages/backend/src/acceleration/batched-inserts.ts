import type { FastifyBaseLogger } from 'fastify'
import type { BatchInsertRow, Caller, Database } from '../database/port/database.ts'
import { CommitOutcomeUnknown, DatabaseUnavailable, isDatabaseError } from '../database/port/errors.ts'
import { isAnonymousCaller } from '../http/caller.ts'
import type { RequestRows } from '../rest/parse/parse-rows.ts'
import type { StatementResult } from '../rest/sql/rows-store.ts'
import type { InsertExtensionsByTable } from '../rest/table-inserts.ts'
import { createInsertBatcher } from './insert-batcher.ts'

// `lock_timeout` of a batch: one row that waits for a lock delays the whole batch. The timeout is longer than a concurrent batch holds its
// locks.
const LOCK_TIMEOUT = '500ms'
/** PostgreSQL can receive the next batch while it stores one. */
const LIMITS = { maxInFlight: 2, batchSize: 16 }
/**
 * The SQLSTATEs that mean that a row of the batch was rejected: invalid values, violated constraints, errors raised by triggers of the
 * application.
 */
const REJECTED_ROW = /^(22|23|PT)/
/** The SQLSTATEs of failures of a batch that are not logged as errors: missing privileges, deadlocks and lock timeouts. */
const EXPECTED_FAILURE = /^(42501|40P01|55P03)/
const ONE_ROW: StatementResult = { body: '[]', count: 1, total: null, updated: 0 }

/** An insert that neither returns rows nor handles conflicts (`on conflict`). `insertAlone` runs it as a statement of its own. */
type PlainInsert = { caller: Caller; table: string; rows: RequestRows; insertAlone: () => Promise<StatementResult> }

/**
 * Creates a function that inserts one row. Concurrent inserts of anonymous callers into a table that has a database function for batches
 * share one statement and transaction; every other insert runs individually. Either way the client gets the same response: an acknowledged
 * row is stored, and a rejected row gets the error that an individual insert would get.
 */
export function createRowInserter(
  { database, log }: { database: Pick<Database, 'insertBatch'>; log: Pick<FastifyBaseLogger, 'error'> },
  inserts: InsertExtensionsByTable,
) {
  async function storeBatch(store: string, [first, ...others]: readonly BatchInsertRow[]) {
    if (first === undefined) return ONE_ROW
    try {
      await database.insertBatch(store, [first, ...others], { lockTimeout: LOCK_TIMEOUT })
      return ONE_ROW
    } catch (error) {
      // Without a database connection, inserting the rows individually would fail too.
      if (error instanceof CommitOutcomeUnknown || error instanceof DatabaseUnavailable) throw error
      if (isDatabaseError(error) && REJECTED_ROW.test(error.code)) return 'rejected'
      // When every batch fails but the individual inserts succeed, clients notice nothing: only this log line reports the fault.
      if (!isDatabaseError(error) || !EXPECTED_FAILURE.test(error.code))
        log.error({ event: 'insert_batch_failed', err: error }, 'Batch insert failed; inserting its rows individually')
      return 'failed'
    }
  }
  const batchers = new Map<string, ReturnType<typeof createInsertBatcher<BatchInsertRow, StatementResult>>>()
  return ({ caller, table, rows, insertAlone }: PlainInsert): Promise<StatementResult> => {
    const batching = inserts.get(table)?.batching
    // The database function for batches inserts request bodies as they are, and has no parameter for a single caller's trace headers.
    const isPlain = rows.count === 1 && rows.isExact && rows.columns.length > 0 && caller.traceHeaders === undefined
    if (batching === undefined || !isPlain || !isAnonymousCaller(caller)) return insertAlone()
    if (!rows.columns.every((column) => batching.columns.includes(column))) return insertAlone()
    const batcher = batchers.get(table) ?? createInsertBatcher(storeBatch.bind(null, batching.store), LIMITS)
    batchers.set(table, batcher)
    return batcher({ row: { caller, json: rows.json }, insertAlone })
  }
}
