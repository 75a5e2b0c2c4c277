import { sql } from 'kysely'
import { createBatchCallerSettings } from './caller-settings.ts'
import type { Database, PostgresSettingValues } from './database.ts'
import { convertCommitError } from './errors.ts'
import type { Db } from './tables.ts'

/** Creates `Database.insertBatch`. */
export function createDatabaseInsertBatch(kysely: Db, settings: PostgresSettingValues = {}): Database['insertBatch'] {
  return (store, [first, ...others], timeouts) => {
    const callers = [first.caller, ...others.map(({ caller }) => caller)] as const
    const batch = JSON.stringify(createBatchCallerSettings(callers, settings, timeouts))
    const bodies = [first, ...others].map(({ json }) => json)
    // The connection is acquired outside of the try block: without a connection nothing was sent, so the outcome is known.
    return kysely.connection().execute(async (connection) => {
      try {
        await sql`select ${sql.ref(store)}(${batch}, ${bodies})`.execute(connection)
      } catch (error) {
        throw convertCommitError(error)
      }
    })
  }
}
