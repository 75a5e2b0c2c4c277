import type { Database, SqlScriptSession } from '@site/backend/database/port/database'

/**
 * Session settings that make PostgreSQL convert every value to text without loss, whatever the settings of the role or the database are.
 * The empty search_path makes PostgreSQL write type names with their schema. Statements must therefore qualify the names of tables and
 * functions.
 */
const EXACT = `
  set local datestyle = 'ISO, MDY';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local search_path = ''`

/** Runs a transaction as the owner of the tables, with session settings that convert every value to text without loss. */
export function withLosslessTextFormat<T>(
  database: Database,
  operation: (session: SqlScriptSession) => Promise<T>,
): Promise<T> {
  return database.scriptTransaction(async (session) => {
    await session.script(EXACT)
    return operation(session)
  })
}
