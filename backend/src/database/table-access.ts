import type { Caller, Database } from './database.ts'
import { readTableAccess, type TableAccess } from './table-access-store.ts'

const FRESH_MS = 5_000
const TABLES_MAX = 1_000

/**
 * Remembers for five seconds what roles may see of tables, so that not every change costs a look into the catalogue: that
 * is how long a policy that was just changed may not hold yet. A privilege that is taken away holds at once, because the
 * look at rows names every column and fails then (`findVisible`).
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
