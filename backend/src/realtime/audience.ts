import type { Caller, Database } from '../database/database.ts'
import { DatabaseUnavailable, isDatabaseError } from '../database/errors.ts'
import type { TableAccessCache } from '../database/table-access.ts'
import type { TableAccess } from '../database/table-access-store.ts'
import type { AnnouncedChange } from './announced-change.ts'
import { changeData, type Projection } from './change-data.ts'
import { findVisible } from './visible-rows-store.ts'

/** The dependencies of audiences. */
export type AudienceDependencies = { database: Database; access: TableAccessCache; onRefused(error: Error): void }

/**
 * The subscribers that see the same rows of one table, during one batch of changes. One query and one rendered text serve
 * all of them.
 */
export class Audience {
  readonly #caller: Caller
  readonly #table: { schema: string; table: string }
  readonly #changes = new Set<AnnouncedChange>()
  readonly #texts = new Map<AnnouncedChange, Map<string, string>>()
  #access: TableAccess
  #visible = new Set<AnnouncedChange>()

  constructor(caller: Caller, access: TableAccess, table: { schema: string; table: string }) {
    this.#caller = caller
    this.#access = access
    this.#table = table
  }

  /** Adds a change whose visibility `loadVisible` queries. */
  add(change: AnnouncedChange): void {
    this.#changes.add(change)
  }

  /**
   * Queries under row-level security which of the added changes are visible. Rejects when the database is unavailable. When
   * the query fails (a revoked privilege, a policy that throws for this caller) no change is visible to this audience, and
   * other audiences are not affected.
   */
  async loadVisible(parts: AudienceDependencies): Promise<void> {
    try {
      this.#visible = await this.#queryVisible(parts.database)
    } catch (error) {
      if (!isRefused(error)) throw error
      await this.#retryWithFreshAccess(parts)
    }
  }

  /** Renders a change for this audience, or returns null when it is not visible. The text is cached. */
  text(change: AnnouncedChange, projection: Projection): string | null {
    if (!this.#visible.has(change)) return null
    const texts = this.#texts.get(change) ?? new Map<string, string>()
    this.#texts.set(change, texts)
    const key = `${projection.namesKey} ${projection.select?.join() ?? ''}`
    const text = texts.get(key) ?? changeData(change, this.#access, projection)
    texts.set(key, text)
    return text
  }

  /** Reloads the role's access to the table, which may be outdated in the cache, and repeats the query once. */
  async #retryWithFreshAccess({ database, access, onRefused }: AudienceDependencies): Promise<void> {
    access.forget()
    const { schema, table } = this.#table
    const fresh = await access.of(this.#caller.role, schema, table)
    if (fresh === null || !canIdentify(fresh)) return
    this.#access = fresh
    try {
      this.#visible = await this.#queryVisible(database)
    } catch (error) {
      if (!isRefused(error)) throw error
      onRefused(error)
    }
  }

  async #queryVisible(database: Database): Promise<Set<AnnouncedChange>> {
    // Row-level security cannot be checked for a deleted row; only its key is sent, as Supabase does.
    const isOpen = (change: AnnouncedChange) => change.type === 'DELETE' || !this.#access.isRowSecured
    const added = [...this.#changes]
    const secured = added.filter((change) => !isOpen(change))
    if (secured.length === 0) return new Set(added)
    const changes = secured.map((change) => change.json)
    const visible = await findVisible(database, this.#caller, this.#access, { ...this.#table, changes })
    const hidden = new Set(secured.filter((_, index) => !visible.has(index)))
    return new Set(added.filter((change) => !hidden.has(change)))
  }
}

const QUERY_CANCELED = '57014'

/** Whether the database refused the query. A policy that exceeds the statement timeout counts too: a retry would delay all subscribers. */
function isRefused(error: unknown): error is Error {
  if (isDatabaseError(error)) return true
  return error instanceof DatabaseUnavailable && isDatabaseError(error.cause) && error.cause.code === QUERY_CANCELED
}

/** Whether the role can identify rows: the table has a primary key and the role may select all of it. */
export function canIdentify({ primaryKey, columns }: TableAccess): boolean {
  return primaryKey.length > 0 && primaryKey.every((key) => columns.some(({ name }) => name === key))
}
