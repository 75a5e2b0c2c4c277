import type { Caller, Database } from './database.ts'
import { createRowChangeTriggers, readTableAccess, type TableAccess } from './table-access-store.ts'

const TTL_MS = 5_000
const TABLES_MAX = 1_000

/**
 * Caches for five seconds which columns and rows roles may read, so that not every row change needs a query of PostgreSQL's catalogue. A
 * changed policy may take five seconds to apply. A revoked privilege applies at once: the query for the rows names every column and
 * therefore fails (`findVisibleRowChanges`).
 */
export class TableAccessCache {
  readonly #database: Database
  readonly #known = new Map<string, { access: Promise<TableAccess | null>; until: number }>()

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Returns what a role may read of a table; null when the table does not exist or is not published to realtime. Rejects when the database
   * is unavailable.
   */
  of(role: Caller['role'], schema: string, table: string): Promise<TableAccess | null> {
    const key = JSON.stringify([role, schema, table])
    const known = this.#known.get(key)
    if (known && known.until > Date.now()) return known.access
    if (this.#known.size >= TABLES_MAX) this.#known.clear() // clients choose the table names, so their number is limited
    const access = readTableAccess(this.#database, role, schema, table)
    this.#known.set(key, { access, until: Date.now() + TTL_MS })
    access.catch(() => this.#known.delete(key))
    return access
  }

  /**
   * Creates the missing triggers for row changes on all published tables, so that a subscription to every table gets the changes of tables
   * that were published while the server runs.
   */
  async announceAll(): Promise<void> {
    await createRowChangeTriggers(this.#database)
  }

  /** Clears the cache. Called when the database turned out to differ from what is cached, or when notifications were lost. */
  forget(): void {
    this.#known.clear()
  }
}
