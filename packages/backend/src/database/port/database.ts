import type { Readable, Writable } from 'node:stream'
import type { Db, Tx } from './tables.ts'

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
  /** The `User-Agent` header. Triggers of an application may read it, to reject bots. */
  userAgent?: string
  /** The request's trace headers (W3C Trace Context, Baggage) by name. SQL reads them in the setting `request.headers`. */
  traceHeaders?: Readonly<Record<string, string>>
}

/**
 * A callback that runs inside a transaction. The transaction commits when the callback's promise resolves and rolls back when it rejects.
 * After a deadlock the callback runs again, so it must have no effects outside the database.
 */
export type TransactionCallback<T> = (tx: Tx) => Promise<T>

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
  /** `Row` is the type of the rows that the statement returns; it is not checked. */
  query<Row extends object = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>
  /** Runs `COPY … TO STDOUT` and returns its output. An error of the stream is the driver's (`convertDriverError`). */
  copyOut(sql: string): Readable
  /** Runs `COPY … FROM STDIN` with what is written to the stream. Destroying the stream makes the COPY fail. */
  copyIn(sql: string): Writable
}

/**
 * The database. Every call rejects with `DatabaseUnavailable` while PostgreSQL can't be reached, and with an error that `isDatabaseError`
 * recognises when PostgreSQL rejects a statement. Calls succeed again without a restart of the server once PostgreSQL is reachable.
 */
export type Database = {
  /** The server's own PostgreSQL; null for another PostgreSQL server. */
  own: { url: string; folder: string } | null
  /** Runs the server's own single statements as the owner of the tables; row-level security does not apply. */
  kysely: Db
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
   * Returns the number of open connections, of idle connections, and of operations that wait for a connection.
   */
  connections(): { open: number; idle: number; waiting: number }
  /** Closes the database: waits for running transactions, closes the connections, and stops the own PostgreSQL. */
  close(): Promise<void>
}

/** The values of PostgreSQL settings, by name. */
export type PostgresSettingValues = Readonly<Record<string, string>>

/** Called when something happens to the own PostgreSQL that its operator should know. */
export type PostgresReporter = (
  event: 'postgres_ended' | 'postgres_message' | 'postgres_elsewhere',
  text: string,
) => void

/** The configuration that `openDatabase` needs. */
export type DatabaseConfig = {
  /** A PostgreSQL connection string, or null for the server's own PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  /** Settings of every caller's transaction, which the project's functions read with `current_setting`. */
  callerSettings?: PostgresSettingValues
  /** PostgreSQL settings that the own PostgreSQL starts with, such as `wal_keep_size`. They override its own. */
  engineSettings?: PostgresSettingValues
  report?: PostgresReporter
}
