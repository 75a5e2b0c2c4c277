import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** The role and claims that a statement runs with. API keys and access tokens of the Supabase protocols map to these three roles. */
export type Caller = {
  role: 'anon' | 'authenticated' | 'service_role'
  /** The claims of the access token, or `{ role }` for a bare key; SQL reads them through `auth.jwt()`. */
  claims: Record<string, unknown>
  /** The network source that rate limits count by: an IPv4 address, or the /64 of an IPv6 address; '' when unknown. */
  source: string
  /** The `User-Agent` header; the bot screening of sign-ups reads it in the database. */
  userAgent?: string
}

/**
 * A callback inside a transaction. The transaction commits when its promise resolves and rolls back when it rejects. After a deadlock
 * the callback runs again, so it must have no effects outside the database.
 */
export type TransactionCallback<T> = (tx: Transaction<Tables>) => Promise<T>

/** Timeouts of a transaction, as PostgreSQL writes them (`200ms`). Without `lockTimeout` only the statement timeout limits a wait for a lock. */
export type TimeoutOptions = { lockTimeout?: string }

/** The database function (schema `private`) that stores a batch of rows; its arguments are the callers' settings and the rows. */
export type BatchStore = 'sign_up_together'

/** One caller's row: JSON text, an array of one object. */
export type CallerRow = { caller: Caller; json: string }

/** Callbacks of `Database.listen`. */
export type Listener = {
  onMessage(payload: string): void
  /** The subscription is restored after a gap in which messages may be lost. Not called for the first connection. */
  onReconnect(): void
  /** The connection broke: no messages until `onReconnect`. Detected late when the network drops packets silently. */
  onLost?(): void
}

/** Runs SQL scripts with several statements, and queries around them, in one transaction as the database's owner. */
export type ScriptSession = {
  script(sql: string): Promise<void>
  query(sql: string, parameters?: readonly unknown[]): Promise<Record<string, unknown>[]>
}

/**
 * The database, embedded or PostgreSQL. Every call rejects with `DatabaseUnavailable` while the engine can't be reached, and with an
 * error that `isDatabaseError` recognises when PostgreSQL refuses a statement; calls succeed again without a restart once the engine is
 * back. A transaction must not wait for another one: the embedded engine has one connection, so transactions run one after another.
 */
export type Database = {
  engine: 'pglite' | 'postgres'
  /** For the server's own single statements, as the owner of the tables; row-level security does not apply. */
  kysely: Kysely<Tables>
  /** Runs a transaction with the caller's role, claims, source and limits, under row-level security. */
  asCaller<T>(caller: Caller, run: TransactionCallback<T>, timeouts?: TimeoutOptions): Promise<T>
  /**
   * Stores one row of each caller in one round trip and one transaction: all rows or none. All callers share role and claims. Rejects
   * with `CommitOutcomeUnknown` when no response came, so that the rows may be stored.
   */
  insertBatch(into: BatchStore, rows: readonly [CallerRow, ...CallerRow[]], timeouts: TimeoutOptions): Promise<void>
  /** Runs a transaction as the owner of the tables. */
  transaction<T>(run: TransactionCallback<T>): Promise<T>
  /** Runs a transaction in which whole SQL files can be executed; for migrations. */
  scriptTransaction<T>(run: (session: ScriptSession) => Promise<T>): Promise<T>
  /** LISTENs on a channel for `pg_notify(channel, …)` of any process. Resolves to the function that unsubscribes. */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>
  /** Resolves when a statement succeeds and the database is writable, for readiness checks. */
  ping(): Promise<void>
  /** The number of open and idle connections, and of operations waiting for one; null for the embedded engine. */
  connections(): { open: number | null; idle: number | null; waiting: number | null }
  /**
   * Runs a callback while nothing is written and all changes are in the files of the data folder; other calls wait meanwhile. Null for
   * PostgreSQL, which manages its own files.
   */
  quiesce: Quiesce | null
  /** Waits for running transactions, flushes to disk, and releases the data folder or the connections. */
  close(): Promise<void>
}

/** A database whose files can be copied while the callback runs. */
export type QuiescedDatabase = {
  folder: string
  /** The PostgreSQL version that wrote the files, such as 18.3; only the same major version can read them. */
  version: string
  /** Returns whether a write-ahead log segment is needed to start from a copy. */
  neededLog(segment: string): boolean
}

/** See `Database.quiesce`. */
export type Quiesce = <T>(copy: (database: QuiescedDatabase) => Promise<T>) => Promise<T>

/** The configuration that `openDatabase` needs. */
export type DatabaseConfig = {
  /** A PostgreSQL connection string, or null for the embedded engine in `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  limits: { signupsPerSource: number; messagesPerSource: number }
}
