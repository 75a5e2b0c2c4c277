import type { Kysely, Transaction } from 'kysely'
import type { DatabaseTables } from './tables.ts'

/**
 * The role and claims that a statement runs with. The API keys and access tokens of the Supabase protocols map to the roles `anon`,
 * `authenticated` and `service_role`.
 */
export type Caller = {
  role: 'anon' | 'authenticated' | 'service_role'
  /** The claims of the access token, or `{ role }` for a bare key; SQL reads them through `auth.jwt()`. */
  claims: Record<string, unknown>
  /**
   * The client's IP network, which rate limits count by: an IPv4 address, or the /64 prefix of an IPv6 address. Empty when the address is
   * unknown.
   */
  source: string
  /** The `User-Agent` header. A trigger in the database reads it to reject sign-ups by bots. */
  userAgent?: string
  /** The request's trace headers (W3C Trace Context, Baggage) by name. SQL reads them in the setting `request.headers`. */
  traceHeaders?: Readonly<Record<string, string>>
}

/**
 * A callback that runs inside a transaction. The transaction commits when the callback's promise resolves and rolls back when it rejects.
 * After a deadlock the callback runs again, so it must have no effects outside the database.
 */
export type TransactionCallback<T> = (tx: Transaction<DatabaseTables>) => Promise<T>

/**
 * Timeouts of a transaction, in PostgreSQL's notation (`200ms`). Without `lockTimeout` only the statement timeout limits the wait for a
 * lock.
 */
export type TransactionTimeouts = { lockTimeout?: string }

/** One row of a batch and its caller. `json` is a JSON array that contains the row as its only object. */
export type BatchInsertRow = { caller: Caller; json: string }

/** The callbacks of a subscription with `Database.listen`. */
export type NotificationListener = {
  onMessage(payload: string): void
  /**
   * Called when the subscription is restored after a lost connection; messages sent in between may be lost. Not called for the first
   * connection.
   */
  onReconnect(): void
  /**
   * Called when the connection was lost: no messages arrive until `onReconnect`. The call is late if the network drops packets silently.
   */
  onLost?(): void
}

/** Runs SQL scripts that contain several statements, and single queries, in one transaction as the owner of the database. */
export type SqlScriptSession = {
  script(sql: string): Promise<void>
  query(sql: string, parameters?: readonly unknown[]): Promise<Record<string, unknown>[]>
}

/**
 * The database, embedded or PostgreSQL. Every call rejects with `DatabaseUnavailable` while the engine can't be reached, and with an error
 * that `isDatabaseError` recognises when PostgreSQL rejects a statement. Calls succeed again without a restart of the server once the
 * engine is reachable. A transaction must not wait for another one: the embedded engine has one connection, so transactions run one after
 * another.
 */
export type Database = {
  engine: 'pglite' | 'postgres'
  /** Runs the server's own single statements as the owner of the tables; row-level security does not apply. */
  kysely: Kysely<DatabaseTables>
  /** Runs a transaction with the caller's role, claims, IP network and the configured settings, under row-level security. */
  asCaller<T>(caller: Caller, run: TransactionCallback<T>, timeouts?: TransactionTimeouts): Promise<T>
  /**
   * Stores one row of each caller in one round trip and one transaction: either all rows or none. `store` is the qualified name of the
   * database function that stores them; its arguments are the callers' settings and the rows. All callers must have the same role and
   * claims. Rejects with `CommitOutcomeUnknown` when the connection broke before a response arrived; the rows may then be stored.
   */
  insertBatch(
    store: string,
    rows: readonly [BatchInsertRow, ...BatchInsertRow[]],
    timeouts: TransactionTimeouts,
  ): Promise<void>
  /** Runs a transaction as the owner of the tables. */
  transaction<T>(run: TransactionCallback<T>): Promise<T>
  /** Runs a transaction that can execute whole SQL files; used for migrations. */
  scriptTransaction<T>(run: (session: SqlScriptSession) => Promise<T>): Promise<T>
  /** LISTENs on a channel for `pg_notify(channel, …)` of any process. Resolves to a function that unsubscribes. */
  listen(channel: string, listener: NotificationListener): Promise<() => Promise<void>>
  /** Resolves when a test statement succeeds and the database is writable. Used for readiness checks. */
  ping(): Promise<void>
  /**
   * Returns the number of open connections, of idle connections, and of operations that wait for a connection. `open` and `idle` are null
   * for the embedded engine.
   */
  connections(): { open: number | null; idle: number | null; waiting: number | null }
  /**
   * Runs a callback while the database writes nothing and all committed changes are in the files of the data folder; other database calls
   * wait until it returns. Null for PostgreSQL, which manages its own files.
   */
  quiesce: QuiesceDatabase | null
  /** Closes the database: waits for running transactions, flushes to disk, and releases the data folder or the connections. */
  close(): Promise<void>
}

/** The paused database whose files the callback of `Database.quiesce` may copy. */
export type QuiescedDatabase = {
  folder: string
  /** The PostgreSQL version that wrote the files, such as 18.3; only the same major version can read them. */
  version: string
  /** Returns whether a copy of the files needs this segment of the write-ahead log to start. */
  neededLog(segment: string): boolean
  /** `redo`: the position (LSN) at which recovery of the files begins. `end`: the position at which the flushed write-ahead log ends. */
  log: WriteAheadLog & { redo: string; end: string }
}

/** The timeline and the segment size of the write-ahead log, from which PostgreSQL forms the names of its segment files. */
export type WriteAheadLog = { timeline: number; segmentBytes: number }

/** The type of `Database.quiesce`, which pauses the database while a callback copies its files. */
export type QuiesceDatabase = <T>(copy: (database: QuiescedDatabase) => Promise<T>) => Promise<T>

/** The values of PostgreSQL settings, by name. */
export type PostgresSettingValues = Readonly<Record<string, string>>

/** The configuration that `openDatabase` needs. */
export type DatabaseConfig = {
  /** A PostgreSQL connection string, or null for the embedded engine in `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  /** Settings of every caller's transaction, which the project's functions read with `current_setting`. */
  callerSettings?: PostgresSettingValues
  /** PostgreSQL settings that the embedded engine starts with, such as `wal_keep_size`. They override its own. */
  engineSettings?: PostgresSettingValues
}
