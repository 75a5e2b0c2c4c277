import { type Kysely, sql } from 'kysely'
import { settingsOfAll } from './caller-settings.ts'
import type { Database, DatabaseConfig } from './database.ts'
import { fromCommitting } from './errors.ts'
import type { Tables } from './tables.ts'

/** `Database.insertBatch`, for either engine. */
export function batchInsertion(kysely: Kysely<Tables>, limits: DatabaseConfig['limits']): Database['insertBatch'] {
  return (store, [first, ...others], patience) => {
    const callers = [first.caller, ...others.map(({ caller }) => caller)] as const
    const settings = JSON.stringify(settingsOfAll(callers, limits, patience))
    const bodies = [first, ...others].map(({ json }) => json)
    // Whoever gets no connection has sent nothing.
    return kysely.connection().execute(async (connection) => {
      try {
        await sql`select ${sql.id('private', store)}(${settings}, ${bodies})`.execute(connection)
      } catch (error) {
        throw fromCommitting(error)
      }
    })
  }
}
