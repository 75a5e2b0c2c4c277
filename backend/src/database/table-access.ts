import type { Caller, Database } from './database.ts'
import { readTableAccess, type TableAccess } from './table-access-store.ts'

const TTL_MS = 5_000
const TABLES_MAX = 1_000

/**
 * Caches for five seconds what roles may read of tables, so that not every change needs a catalogue query. A changed policy may take
 * that long to apply; a revoked privilege applies at once, because the query for the rows names every column and fails then
 * (`findVisible`).
 */
export class TableAccessCache {
  readonly #database: Database
  readonly #known = new Map<string, { access: Promise<TableAccess | null>; until: number }>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Returns what the role may read; null for a table that does not exist or is not published. Rejects when the database is unavailable. */
  of(role: Caller['role'], schema: string, table: string): Promise<TableAccess | null> {
    const key = JSON.stringify([role, schema, table])
    const known = this.#known.get(key)
    if (known && known.until > Date.now()) return known.access
    if (this.#known.size >= TABLES_MAX) this.#known.clear() // table names come from clients, so their number is bounded
    const access = readTableAccess(this.#database, role, schema, table)
    this.#known.set(key, { access, until: Date.now() + TTL_MS })
    access.catch(() => this.#known.delete(key))
    return access
  }

  /** Clears the cache, when something turned out to differ from it. */
  forget(): void {
    this.#known.clear()
  }
}
