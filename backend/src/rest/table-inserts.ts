import type { InsertAttemptCounter } from './counted-insert.ts'

/** How concurrent single-row inserts of anonymous callers are batched. */
export type InsertBatchingOptions = {
  /** The only columns that such a row may contain. */
  columns: readonly string[]
  /** The qualified name of the database function that stores a batch. Its arguments are the callers' settings and the rows. */
  store: string
}

/** What an application adds to the inserts into one table through the data API. */
export type TableInsertExtension = {
  /** Counts attempts to insert rows, and may reject them. */
  attempts?: InsertAttemptCounter
  batching?: InsertBatchingOptions
  /** Called with the error code when an insert was rejected. */
  refused?(code: string): void
  /** Called with the number of added rows after an insert. */
  accepted?(rows: number): void
}

/** The additions to inserts by table name. */
export type InsertExtensionsByTable = ReadonlyMap<string, TableInsertExtension>
