import type { Caller, Database } from '../database/database.ts'
import { readTableAccess, type TableAccess } from './table-access-store.ts'

const FRESH_MS = 30_000
const TABLES_MAX = 1_000

/**
 * Remembers for half a minute what roles may see of tables, so that a change costs no look into the catalogue. A
 * privilege taken away meanwhile still holds: the look at the row names the columns and fails then, see `visible-rows.ts`.
 */
export class TableAccessCache {
  readonly #database: Database
  readonly #known = new Map<string, { access: Promise<TableAccess | null>; until: number }>()

  constructor(database: Database) {
    this.#database = database
  }

  /** What the role may see; null for a table that is not there or not published. Rejects when the database is away. */
  of(role: Caller['role'], schema: string, table: string): Promise<TableAccess | null> {
    const key = JSON.stringify([role, schema, table])
    const known = this.#known.get(key)
    if (known && known.until > Date.now()) return known.access
    if (this.#known.size >= TABLES_MAX) this.#known.clear() // names come from clients: keep no list of guesses
    const access = readTableAccess(this.#database, role, schema, table)
    this.#known.set(key, { access, until: Date.now() + FRESH_MS })
    access.catch(() => this.#known.delete(key))
    return access
  }

  /** Forgets everything: something turned out to be different from what was remembered. */
  forget(): void {
    this.#known.clear()
  }
}
