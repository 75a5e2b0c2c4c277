import { type Kysely, sql } from 'kysely'
import { batchSettings } from './caller-settings.ts'
import type { Database, DatabaseConfig } from './database.ts'
import { fromCommitting } from './errors.ts'
import type { Tables } from './tables.ts'

/** Creates `Database.insertBatch` for either engine. */
export function batchInsertion(kysely: Kysely<Tables>, limits: DatabaseConfig['limits']): Database['insertBatch'] {
  return (store, [first, ...others], timeouts) => {
    const callers = [first.caller, ...others.map(({ caller }) => caller)] as const
    const settings = JSON.stringify(batchSettings(callers, limits, timeouts))
    const bodies = [first, ...others].map(({ json }) => json)
    // The connection is acquired outside of the try block: without a connection nothing was sent, so the outcome is known.
    return kysely.connection().execute(async (connection) => {
      try {
        await sql`select ${sql.id('private', store)}(${settings}, ${bodies})`.execute(connection)
      } catch (error) {
        throw fromCommitting(error)
      }
    })
  }
}
