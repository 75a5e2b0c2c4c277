import type { Database } from '../database/port/database.ts'
import type { ExposedSchema } from './schema.ts'
import { readExposedSchema } from './sql/schema-store.ts'

/** A cache of the database schema: tables, columns and functions. */
export type SchemaCache = {
  /** Returns the cached schema. Reads it from the database on first use. */
  get(): Promise<ExposedSchema>
  /**
   * Reads the schema again. Called for a name that the cached schema lacks, because its table or function may be new. Returns null when the
   * last read was less than five seconds ago, so that requests with random names put no load on the database.
   */
  renew(): Promise<ExposedSchema | null>
}

const RENEW_AFTER_MS = 5_000

/** Creates a schema cache. When reading the schema fails, the next call reads it again. */
export function createSchemaCache(db: Database): SchemaCache {
  let cached: Promise<ExposedSchema> | null = null
  let readAt = 0

  function read(): Promise<ExposedSchema> {
    readAt = Date.now()
    const schema = readExposedSchema(db)
    cached = schema
    schema.catch(() => {
      if (cached === schema) cached = null
    })
    return schema
  }

  return {
    get: () => cached ?? read(),
    renew: async () => (Date.now() - readAt < RENEW_AFTER_MS ? null : read()),
  }
}
