import type { Caller, Database } from '../database/database.ts'
import { DatabaseUnavailable, isDatabaseError } from '../database/errors.ts'
import type { TableAccessCache } from '../database/table-access.ts'
import type { TableAccess } from '../database/table-access-store.ts'
import type { AnnouncedChange } from './announced-change.ts'
import { changeData, type Sight } from './change-data.ts'
import { findVisible } from './visible-rows-store.ts'

/** What audiences need of the world. */
export type AudienceParts = { database: Database; access: TableAccessCache; onRefused(error: Error): void }

/**
 * Everybody who is shown the same of one table, while one batch of changes is handed out: one question to the database
 * and one text serve them all, however many they are.
 */
export class Audience {
  readonly #caller: Caller
  readonly #table: { schema: string; table: string }
  readonly #asked = new Set<AnnouncedChange>()
  readonly #texts = new Map<AnnouncedChange, Map<string, string>>()
  #access: TableAccess
  #visible = new Set<AnnouncedChange>()

  constructor(caller: Caller, access: TableAccess, table: { schema: string; table: string }) {
    this.#caller = caller
    this.#access = access
    this.#table = table
  }

  /** Asks to be told, by `look`, whether this change may be shown. */
  ask(change: AnnouncedChange): void {
    this.#asked.add(change)
  }

  /**
   * Asks row-level security about all rows at once. Rejects when the database is away. When it refuses the question (a
   * privilege was taken away, a policy fails for this caller) nothing is shown, and nobody else is held up.
   */
  async look(parts: AudienceParts): Promise<void> {
    try {
      this.#visible = await this.#askDatabase(parts.database)
    } catch (error) {
      if (!isRefused(error)) throw error
      await this.#lookAfresh(parts)
    }
  }

  /** The change as this audience is shown it, or null when it is not. Written once, however often it is asked for. */
  text(change: AnnouncedChange, sight: Sight): string | null {
    if (!this.#visible.has(change)) return null
    const texts = this.#texts.get(change) ?? new Map<string, string>()
    this.#texts.set(change, texts)
    const key = `${sight.namesKey} ${sight.select?.join() ?? ''}`
    const text = texts.get(key) ?? changeData(change, this.#access, sight)
    texts.set(key, text)
    return text
  }

  /** Something is not as it was remembered: what the role may see is read again, and the question put once more. */
  async #lookAfresh({ database, access, onRefused }: AudienceParts): Promise<void> {
    access.forget()
    const { schema, table } = this.#table
    const fresh = await access.of(this.#caller.role, schema, table)
    if (fresh === null || !canIdentify(fresh)) return
    this.#access = fresh
    try {
      this.#visible = await this.#askDatabase(database)
    } catch (error) {
      if (!isRefused(error)) throw error
      onRefused(error)
    }
  }

  async #askDatabase(database: Database): Promise<Set<AnnouncedChange>> {
    // Nobody can ask who was allowed to see a deleted row; only its key is shown, as Supabase does.
    const isOpen = (change: AnnouncedChange) => change.type === 'DELETE' || !this.#access.isRowSecured
    const asked = [...this.#asked]
    const secured = asked.filter((change) => !isOpen(change))
    if (secured.length === 0) return new Set(asked)
    const changes = secured.map((change) => change.json)
    const visible = await findVisible(database, this.#caller, this.#access, { ...this.#table, changes })
    const hidden = new Set(secured.filter((_, index) => !visible.has(index)))
    return new Set(asked.filter((change) => !hidden.has(change)))
  }
}

const QUERY_CANCELED = '57014'

/** The database is there and said no. A policy that takes too long says no too: trying again would hold up everybody. */
function isRefused(error: unknown): error is Error {
  if (isDatabaseError(error)) return true
  return error instanceof DatabaseUnavailable && isDatabaseError(error.cause) && error.cause.code === QUERY_CANCELED
}

/** Whether rows can be told apart by what the role may see: a primary key, all of it selectable. */
export function canIdentify({ primaryKey, columns }: TableAccess): boolean {
  return primaryKey.length > 0 && primaryKey.every((key) => columns.some(({ name }) => name === key))
}
