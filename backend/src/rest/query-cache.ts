import { inBackground } from '../background.ts'
import type { Caller, Database } from '../database/database.ts'
import { ROW_CHANGE_CHANNEL } from '../database/row-change.ts'
import type { TableAccessCache } from '../database/table-access.ts'
import { isVisitor } from '../http/caller.ts'
import type { Reading, Result } from './rows-store.ts'
import { EXPOSED_SCHEMA, type Table } from './schema.ts'

const FRESH_MS = 1_000
const READINGS_MAX = 200
const LONGEST_BODY = 16 * 1024

/** A reading in memory. `result` is null when it may not be shared: then everybody asks the database for themselves. */
export type Kept = { key: string; result: Promise<Result | null>; until: number }

/**
 * Answers equal queries of visitors without asking the database again, for as long as nothing changed: every change of a
 * row that is announced to live listeners empties it, and so does every change that goes through this server, before its
 * answer. What nobody announces (a policy, a privilege, TRUNCATE) holds after a second. Empty while changes are not heard.
 */
export class QueryCache {
  readonly #database: Pick<Database, 'listen'>
  readonly #access: Pick<TableAccessCache, 'of'>
  readonly #kept = new Map<string, Kept>()
  #isListening = false
  #stopListening: (() => Promise<void>) | null = null

  constructor(database: Pick<Database, 'listen'>, access: Pick<TableAccessCache, 'of'>) {
    this.#database = database
    this.#access = access
  }

  /** Begins to hear changes, and to remember. Rejects when the database is away. */
  async start(): Promise<void> {
    const hears = (isListening: boolean) => {
      this.#isListening = isListening
      this.forget()
    }
    this.#stopListening = await this.#database.listen(ROW_CHANGE_CHANNEL, {
      onMessage: () => this.forget(),
      onReconnect: () => hears(true),
      onLost: () => hears(false),
    })
    hears(true)
  }

  /** Stops hearing and remembering. */
  async stop(): Promise<void> {
    this.#isListening = false
    this.forget()
    await this.#stopListening?.()
  }

  /**
   * The result of a reading: one that is remembered or just being read, else what `readNow` brings. A reading that began
   * before a change is never given to somebody who asks after it, because its place is empty by then. `kept` is null when
   * the result is this caller's alone.
   */
  async read(
    caller: Caller,
    table: Table,
    reading: Reading,
    readNow: () => Promise<Result>,
  ): Promise<{ result: Result; kept: Kept | null }> {
    if (!this.#isListening || !isVisitor(caller)) return { result: await readNow(), kept: null }
    const key = JSON.stringify([table.name, reading])
    const known = this.#kept.get(key)
    const kept = known && known.until > performance.now() ? known : this.#keep(key, table, readNow)
    const result = await kept.result
    return result === null ? { result: await readNow(), kept: null } : { result, kept }
  }

  /** Whether a reading is still what the database would answer. */
  isCurrent(kept: Kept): boolean {
    return this.#kept.get(kept.key) === kept && kept.until > performance.now()
  }

  /** Forgets everything: something changed. */
  forget(): void {
    this.#kept.clear()
  }

  #keep(key: string, table: Table, readNow: () => Promise<Result>): Kept {
    if (this.#kept.size >= READINGS_MAX) this.#kept.clear() // addresses come from clients: keep no list of guesses
    const result = this.#readShared(table, readNow)
    const kept: Kept = { key, result, until: performance.now() + FRESH_MS }
    this.#kept.set(key, kept)
    const drop = () => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key)
    }
    const dropIfLong = async () => {
      const read = await result
      if (read !== null && read.body.length > LONGEST_BODY) drop()
    }
    inBackground(dropIfLong(), drop)
    return kept
  }

  async #readShared(table: Table, readNow: () => Promise<Result>): Promise<Result | null> {
    const access = await this.#access.of('anon', EXPOSED_SCHEMA, table.name)
    // Changes of other tables are not announced; and a policy that calls a function may see more than the row.
    return access === null || access.readsClaims ? null : readNow()
  }
}
