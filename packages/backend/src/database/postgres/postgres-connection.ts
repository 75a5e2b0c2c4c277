import { Client, type ClientBase, type ClientConfig, TypeOverrides } from 'pg'
import { POSTGRES_TYPE_PARSERS } from '../port/wire-values.ts'
import { parseDatabaseUrl } from './postgres-address.ts'
import { applySessionSettings } from './postgres-session.ts'

const CONNECT_MS = 2_000
// The client-side response timeout. It is longer than `statement_timeout` (postgres-session.ts), so that it applies only when the server or
// the network hangs.
const RESPONSE_MS = 5_000
// The idle time before the first TCP keep-alive probe. The operating system's default is two hours: a migration would wait that long for a
// dead server.
const KEEP_ALIVE_MS = 10_000

/**
 * Returns the options of every database connection: short timeouts, whatever the URL sets, and the type parsers of `wire-values.ts`. Throws
 * as `parseDatabaseUrl` does.
 */
export function createPostgresClientOptions(databaseUrl: string): ClientConfig {
  return {
    ...parseDatabaseUrl(databaseUrl),
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: RESPONSE_MS,
    // 0 prevents pg from sending the timeouts as start-up parameters; `applySessionSettings` sets them.
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: overriddenTypes(),
  }
}

function overriddenTypes(): TypeOverrides {
  const overrides = new TypeOverrides()
  for (const [type, parse] of Object.entries(POSTGRES_TYPE_PARSERS)) overrides.setTypeParser(Number(type), parse)
  return overrides
}

/** SQL that returns whether the server is read-only (a standby, or a provider's full disk): one row with the column `on`. */
export const SELECT_IS_READ_ONLY_SQL = `select current_setting('transaction_read_only')::boolean as "on"`

/** Returns whether the server is read-only. */
export async function isPostgresReadOnly(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ on: boolean }>(SELECT_IS_READ_ONLY_SQL)
  return rows[0]?.on === true
}

/**
 * Creates a connection outside the pool, with the settings of `applySessionSettings`. When the connection breaks, the running query rejects.
 * The error event has an empty handler, because an unhandled error event ends the process.
 */
export function createPostgresClient(options: ClientConfig): Client {
  const client = new Client(options).on('error', () => {})
  return client.once('connect', () => applySessionSettings(client))
}
