import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/port/tables.ts'

/**
 * The maximum number of rows that one statement deletes. With the rows that follow by cascade, a statement takes a small part of the
 * statement timeout, and other requests run between two statements.
 */
export const DELETED_AT_ONCE = 2_000

/**
 * Deletes the rows of a table that match a condition, in statements of their own, except `keep` of them. Ends early when the signal is
 * aborted. A row that is changed at the same moment may be left.
 */
export async function deleteInBatches(
  db: Db,
  table: string,
  condition: RawBuilder<unknown>,
  { keep = 0, signal }: { keep?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const name = sql.table(table)
  const batch = sql`
    delete from ${name} where ctid = any (array(
      select ctid from ${name} where ${condition} offset ${keep} limit ${DELETED_AT_ONCE}))`
  for (;;) {
    const { numAffectedRows } = await batch.execute(db)
    if (Number(numAffectedRows ?? 0) < DELETED_AT_ONCE || signal?.aborted) return
  }
}
