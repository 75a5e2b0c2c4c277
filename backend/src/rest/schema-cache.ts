import type { Database } from '../database/database.ts'
import type { Schema } from './schema.ts'
import { readSchema } from './schema-store.ts'

/** Knows what the database holds, without asking it at every request. */
export type SchemaCache = {
  /** The description; read when it is first needed. */
  get(): Promise<Schema>
  /**
   * A fresh description, for a name that the kept one does not have: somebody may just have made it. Null when it was
   * read a moment ago, so that a stream of made-up names costs the database nothing.
   */
  renew(): Promise<Schema | null>
}

const RENEW_AFTER_MS = 5_000

/** Makes a cache over one database. A failed reading is not kept. */
export function schemaCache(db: Database): SchemaCache {
  let kept: Promise<Schema> | null = null
  let readAt = 0

  function read(): Promise<Schema> {
    readAt = Date.now()
    const reading = readSchema(db)
    kept = reading
    reading.catch(() => {
      if (kept === reading) kept = null
    })
    return reading
  }

  return {
    get: () => kept ?? read(),
    renew: async () => (Date.now() - readAt < RENEW_AFTER_MS ? null : read()),
  }
}
