import type { ClientBase } from 'pg'
import type { PostgresSettingValues } from '../port/database.ts'

const STATEMENT_MS = 4_000
const IDLE_IN_TRANSACTION_MS = 5_000

/** The settings of every connection to any PostgreSQL. The database, the role or a file of the server may set them differently. */
const SESSION_SETTINGS: PostgresSettingValues = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres', // the data API returns intervals in this format, as Supabase does
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1', // floats are sent with all digits, so that they stay equal
  standard_conforming_strings: 'on', // with off, a backslash in a literal could end it: SQL injection
  array_nulls: 'on', // with off, a null in an array is the text NULL
  transform_null_equals: 'off', // with on, x = null is true for rows without a value
  row_security: 'on', // with off, a query that row-level security filters fails
  search_path: 'public, extensions', // as in migrations
  default_transaction_isolation: 'read committed', // above it, concurrent changes fail with 40001
  statement_timeout: String(STATEMENT_MS),
  lock_timeout: '0', // statements that need a shorter one set it
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS), // a server that hangs must not hold locks
  idle_session_timeout: '0', // the pool closes idle connections
}

const SET_ALL = [
  ...Object.entries(SESSION_SETTINGS).map(([name, value]) => `select set_config('${name}', '${value}', false)`),
  // Exists from PostgreSQL 17 on. A migration may run longer than any transaction of a request.
  `select set_config('transaction_timeout', '0', false) where current_setting('transaction_timeout', true) is not null`,
].join(' union all ')

/**
 * Sets `SESSION_SETTINGS` on a new connection, before its first query and without waiting for the response. Uses a query because poolers
 * reject unknown start-up parameters.
 */
export function applySessionSettings(client: ClientBase): void {
  // The error is ignored: on a broken connection the next query fails as well and reports it.
  client.query(SET_ALL).catch(() => {})
}
