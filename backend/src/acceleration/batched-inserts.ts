import type { FastifyBaseLogger } from 'fastify'
import type { Caller, CallerRow, Database } from '../database/port/database.ts'
import { CommitOutcomeUnknown, DatabaseUnavailable, isDatabaseError } from '../database/port/errors.ts'
import { isAnonymousCaller } from '../http/caller.ts'
import type { RequestRows } from '../rest/parse/parse-rows.ts'
import type { StatementResult } from '../rest/sql/rows-store.ts'
import type { InsertExtensionsByTable } from '../rest/table-inserts.ts'
import { createInsertBatcher } from './insert-batcher.ts'

// A row that waits for a lock delays its whole batch. The timeout is longer than another batch holds its locks.
const LOCK_TIMEOUT = '500ms'
/** PostgreSQL gets the next batch while it stores one. The embedded engine has one connection, where a second batch would only wait. */
const LIMITS = { postgres: { maxInFlight: 2, batchSize: 16 }, pglite: { maxInFlight: 1, batchSize: 32 } }
/** The SQLSTATEs of a batch with a rejected row, and of missing privileges, deadlocks and lock timeouts. */
const EXPECTED = /^(22|23|PT|42501|40P01|55P03)/
const ONE_ROW: StatementResult = { body: '[]', count: 1, total: null, updated: 0 }

/** An insert that returns no rows and has no conflict clause, and the function that runs it individually. */
type PlainInsert = { caller: Caller; table: string; rows: RequestRows; insertAlone: () => Promise<StatementResult> }

/**
 * Returns the function that batches concurrent single-row inserts of anonymous callers into one statement and transaction, for tables with
 * a database function that stores a batch, and inserts all other rows individually. The response is the same as without batching: an
 * acknowledged row is stored, and a rejected row gets the error that an individual insert would get.
 */
export function createRowInserter(
  { database, log }: { database: Pick<Database, 'insertBatch' | 'engine'>; log: Pick<FastifyBaseLogger, 'error'> },
  inserts: InsertExtensionsByTable,
) {
  async function storeBatch(store: string, [first, ...others]: readonly CallerRow[]): Promise<StatementResult | null> {
    if (first === undefined) return null
    try {
      await database.insertBatch(store, [first, ...others], { lockTimeout: LOCK_TIMEOUT })
      return ONE_ROW
    } catch (error) {
      // Without a connection, individual inserts would fail too.
      if (error instanceof CommitOutcomeUnknown || error instanceof DatabaseUnavailable) throw error
      // The individual inserts may succeed, so that nothing else would reveal that every batch fails.
      if (!isDatabaseError(error) || !EXPECTED.test(error.code))
        log.error({ event: 'group_fault', err: error }, 'Batch insert failed; inserting its rows individually')
      return null
    }
  }
  const batchers = new Map<string, ReturnType<typeof createInsertBatcher<CallerRow, StatementResult>>>()
  return ({ caller, table, rows, insertAlone }: PlainInsert): Promise<StatementResult> => {
    const batching = inserts.get(table)?.batching
    const [values, ...others] = rows.values
    if (batching === undefined || values === undefined || others.length > 0) return insertAlone()
    // A batch has no place for the trace headers of one caller, and its function stores the whole body, also what `columns=` excludes.
    const isWhole = rows.isComplete && rows.columns.length === Object.keys(values).length && rows.columns.length > 0
    const fits = isWhole && rows.columns.every((column) => batching.columns.includes(column))
    if (!fits || !isAnonymousCaller(caller) || caller.traceHeaders !== undefined) return insertAlone()
    const batcher =
      batchers.get(table) ?? createInsertBatcher(storeBatch.bind(null, batching.store), LIMITS[database.engine])
    batchers.set(table, batcher)
    return batcher({ row: { caller, json: rows.json }, insertAlone })
  }
}
