import type { Caller } from '../database/port/database.ts'
import type { Tx } from '../database/port/tables.ts'

/** One attempt to insert rows: the caller and the rows of the request body. */
export type InsertAttempt = { caller: Caller; rows: readonly unknown[] }

/** Counts the attempts to insert into a table, including rejected ones, for a rate limit. Both functions run as the database's owner. */
export type InsertAttemptCounter = {
  /** Called before the insert. Rejects when the caller has made too many attempts; the attempt is then not counted. */
  admit(tx: Tx, attempt: InsertAttempt): Promise<void>
  /** Called after the insert was rejected and rolled back. Counts the attempt; the count is committed. */
  refused(tx: Tx, attempt: InsertAttempt): Promise<void>
}

/** How concurrent single-row inserts of anonymous callers are batched. */
export type InsertBatchingOptions = {
  /** The only columns that a batched row may contain. */
  columns: readonly string[]
  /**
   * The qualified name of the database function that stores a batch of rows. Its arguments are the session settings (role, claims, client
   * IP networks and user agents of the callers) and the rows.
   */
  store: string
}

/** Hooks and options that an application adds to inserts into one table through the data API. */
export type TableInsertExtension = {
  /** Counts attempts to insert rows, and may reject them. */
  attempts?: InsertAttemptCounter
  batching?: InsertBatchingOptions
  /** Called with the error code when an insert was rejected. */
  refused?(code: string): void
  /** Called with the number of added rows after an insert. */
  accepted?(rows: number): void
}

/** The application's hooks and options for inserts, by table name. */
export type InsertExtensionsByTable = ReadonlyMap<string, TableInsertExtension>
