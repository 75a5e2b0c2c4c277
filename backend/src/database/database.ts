import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Who a statement runs as. The three roles are what the API keys and access tokens of the Supabase protocols stand for. */
export type Caller = {
  role: 'anon' | 'authenticated' | 'service_role'
  /** The claims of the access token, or `{ role }` for a bare key; SQL reads them through `auth.jwt()`. */
  claims: Record<string, unknown>
  /** Network source that limits count by: an IPv4 address, or the /64 of an IPv6 one; '' when unknown. */
  source: string
  /** What the client calls itself; the sign-up's bot screening reads it in the database. */
  userAgent?: string
}

/**
 * A work inside of a transaction. The transaction commits when its promise resolves and rolls back when it rejects. PostgreSQL
 * may end it in favour of another one: it is run again then, so it changes nothing but the database.
 */
export type Work<T> = (tx: Transaction<Tables>) => Promise<T>

/** How long a transaction waits for each lock, as PostgreSQL writes it, such as 200ms; left out, as long as a statement may take. */
export type Patience = { lockTimeout?: string }

/** The function of the database that stores rows of several callers: of their settings, and of each one's row. */
export type BatchStore = 'sign_up_together'

/** Somebody's row: JSON text, an array of one object. */
export type CallerRow = { caller: Caller; json: string }

/** What a listener of `Database.listen` is told. */
export type Listener = {
  onMessage(payload: string): void
  /** Listening works again after a gap in which messages may have been lost. Never called for the first connection. */
  onReconnect(): void
  /** Listening broke: until `onReconnect` nothing is heard. Noticed late when the network just falls silent. */
  onLost?(): void
}

/** One script of several statements and what is run around it, all in one transaction as the database's owner. */
export type ScriptSession = {
  script(sql: string): Promise<void>
  query(sql: string, parameters?: readonly unknown[]): Promise<Record<string, unknown>[]>
}

/**
 * The database, whichever engine runs it. Every call rejects with `DatabaseUnavailable` when the engine can't be reached,
 * with an error that `isDatabaseError` recognises when PostgreSQL refused, and works again by itself once the engine does.
 * A transaction must not wait for another one: the embedded engine has one connection and runs them one after the other.
 */
export type Database = {
  engine: 'pglite' | 'postgres'
  /** For the host's own single statements, as the owner of the tables, past row-level security. */
  kysely: Kysely<Tables>
  /** Runs a transaction with the caller's role, claims, source and limits set, so that row-level security decides. */
  asCaller<T>(caller: Caller, work: Work<T>, patience?: Patience): Promise<T>
  /**
   * Stores one row of each caller, who share role and claims, in one trip and a transaction of its own: all of them or none. Rejects
   * with `CommitOutcomeUnknown` when no answer came.
   */
  insertBatch(into: BatchStore, rows: readonly [CallerRow, ...CallerRow[]], patience: Patience): Promise<void>
  /** Runs a transaction as the owner of the tables. */
  transaction<T>(work: Work<T>): Promise<T>
  /** Runs a transaction in which whole SQL files can be executed; for migrations. */
  scriptTransaction<T>(work: (session: ScriptSession) => Promise<T>): Promise<T>
  /** Hears `pg_notify(channel, …)` of every process. Answers the function that stops listening. */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>
  /** Resolves when a statement came back and the engine takes changes, for readiness checks. */
  ping(): Promise<void>
  /** How many connections there are, how many of them rest, and how many works wait for one; null where that means nothing. */
  connections(): { open: number | null; idle: number | null; waiting: number | null }
  /**
   * Runs a work while nothing is written and every change is in the files of the folder; calls wait meanwhile. Null where the
   * engine keeps its files itself.
   */
  quiesce: Quiesce | null
  /** Waits for running transactions, writes everything down and lets go of the folder or the connections. */
  close(): Promise<void>
}

/** A database whose files can be copied at this moment. */
export type QuiescedDatabase = {
  folder: string
  /** What wrote the files, such as 18.3: only the same major version reads them. */
  version: string
  /** Whether a file of the write-ahead log is needed to start from a copy. */
  neededLog(segment: string): boolean
}

/** See `Database.quiesce`. */
export type Quiesce = <T>(work: (still: QuiescedDatabase) => Promise<T>) => Promise<T>

/** What `openDatabase` reads of the configuration. */
export type DatabaseConfig = {
  /** A PostgreSQL connection string, or null for the embedded engine in `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  limits: { signupsPerSource: number; messagesPerSource: number }
}
