import type { Database, ScriptSession } from '../database/database.ts'

/**
 * Settings under which a value's text gives back exactly this value, whatever is set for the role or the database. Names in SQL
 * and of types are written with their schema, because of the empty path.
 */
const EXACT = `
  set local datestyle = 'ISO, MDY';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local search_path = ''`

/** Runs a transaction as the owner of the tables in which the text of every value is exact. */
export function exactly<T>(database: Database, work: (session: ScriptSession) => Promise<T>): Promise<T> {
  return database.scriptTransaction(async (session) => {
    await session.script(EXACT)
    return work(session)
  })
}
