import type { Caller, Database } from '../database/port/database.ts'
import { DatabaseUnavailable, isDatabaseError } from '../database/port/errors.ts'
import type { TableAccessCache } from '../database/port/table-access.ts'
import type { TableAccess } from '../database/port/table-access-store.ts'
import { type ColumnProjection, renderRowChangeJson } from './change-data.ts'
import type { RowChangeNotification } from './row-change-notification.ts'
import { findVisibleRowChanges } from './visible-rows-store.ts'

/** The dependencies of a `VisibilityGroup`. */
export type VisibilityGroupDependencies = {
  database: Database
  access: TableAccessCache
  onRefused(error: Error): void
}

/**
 * Subscribers that may see the same rows of one table. A group exists for one batch of row changes: the server runs one visibility query
 * for the whole group, and renders a change only once for all its subscribers that select the same columns.
 */
export class VisibilityGroup {
  readonly #caller: Caller
  readonly #table: { schema: string; table: string }
  readonly #changes = new Set<RowChangeNotification>()
  readonly #texts = new Map<RowChangeNotification, Map<string, string>>()
  #access: TableAccess
  #visible = new Set<RowChangeNotification>()

  constructor(caller: Caller, access: TableAccess, table: { schema: string; table: string }) {
    this.#caller = caller
    this.#access = access
    this.#table = table
  }

  /** Adds a row change to the batch. `loadVisible` then queries whether this group of subscribers may see the change. */
  add(change: RowChangeNotification): void {
    this.#changes.add(change)
  }

  /**
   * Queries under row-level security which of the added changes this group of subscribers may see. Rejects when the database is
   * unavailable. When the query itself fails (a revoked privilege, a policy that throws for this caller), this group sees none of the
   * changes, and other groups are not affected.
   */
  async loadVisible(parts: VisibilityGroupDependencies): Promise<void> {
    try {
      this.#visible = await this.#queryVisible(parts.database)
    } catch (error) {
      if (!isRefused(error)) throw error
      await this.#retryWithFreshAccess(parts)
    }
  }

  /** Renders a row change for this group of subscribers and caches the text. Returns null when the group may not see the change. */
  text(change: RowChangeNotification, projection: ColumnProjection): string | null {
    if (!this.#visible.has(change)) return null
    const texts = this.#texts.get(change) ?? new Map<string, string>()
    this.#texts.set(change, texts)
    const key = `${projection.namesKey} ${projection.select?.join() ?? ''}`
    const text = texts.get(key) ?? renderRowChangeJson(change, this.#access, projection)
    texts.set(key, text)
    return text
  }

  /** Reloads the role's privileges for the table, because the cached ones may be outdated, and repeats the visibility query once. */
  async #retryWithFreshAccess({ database, access, onRefused }: VisibilityGroupDependencies): Promise<void> {
    access.forget()
    const { schema, table } = this.#table
    const fresh = await access.of(this.#caller.role, schema, table)
    if (fresh === null || !canIdentifyRows(fresh)) return
    this.#access = fresh
    try {
      this.#visible = await this.#queryVisible(database)
    } catch (error) {
      if (!isRefused(error)) throw error
      onRefused(error)
    }
  }

  async #queryVisible(database: Database): Promise<Set<RowChangeNotification>> {
    // Row-level security cannot be checked for a deleted row. As on Supabase, the message therefore contains only the primary key.
    const isOpen = (change: RowChangeNotification) => change.type === 'DELETE' || !this.#access.isRowSecured
    const added = [...this.#changes]
    const secured = added.filter((change) => !isOpen(change))
    if (secured.length === 0) return new Set(added)
    const changes = secured.map((change) => change.json)
    const visible = await findVisibleRowChanges(database, this.#caller, this.#access, { ...this.#table, changes })
    const hidden = new Set(secured.filter((_, index) => !visible.has(index)))
    return new Set(added.filter((change) => !hidden.has(change)))
  }
}

const QUERY_CANCELED = '57014'

/**
 * Returns whether PostgreSQL rejected the query. A policy that exceeds the statement timeout also counts as rejected, because a retry would
 * delay all subscribers.
 */
function isRefused(error: unknown): error is Error {
  if (isDatabaseError(error)) return true
  return error instanceof DatabaseUnavailable && isDatabaseError(error.cause) && error.cause.code === QUERY_CANCELED
}

/** Returns whether the role can identify rows of the table: the table has a primary key and the role may select all its columns. */
export function canIdentifyRows({ primaryKey, columns }: TableAccess): boolean {
  return primaryKey.length > 0 && primaryKey.every((key) => columns.some(({ name }) => name === key))
}
