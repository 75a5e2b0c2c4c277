import { inBackground } from '../background.ts'
import type { Caller, Database } from '../database/database.ts'
import { ROW_CHANGE_CHANNEL } from '../database/row-change.ts'
import type { TableAccessCache } from '../database/table-access.ts'
import { isVisitor } from '../http/caller.ts'
import type { ReadQuery, StatementResult } from '../rest/rows-store.ts'
import { EXPOSED_SCHEMA, type ExposedTable } from '../rest/schema.ts'

const TTL_MS = 1_000
const ENTRIES_MAX = 200
const BODY_MAX = 16 * 1024

/** A cached query. `result` resolves to null when the result must not be shared; every caller then runs the query. */
export type CacheEntry = { key: string; result: Promise<StatementResult | null>; until: number }

/**
 * Caches the results of anonymous callers' queries in memory until data changes. Notifications of row changes from the database, on which
 * live subscriptions are based too, clear the cache. Every change made through this server also clears the cache before its response is
 * sent. Changes without a notification (a policy, a privilege, TRUNCATE) take effect when entries expire, after one second. Nothing is
 * cached while the LISTEN connection is down.
 */
export class QueryCache {
  readonly #database: Pick<Database, 'listen'>
  readonly #access: Pick<TableAccessCache, 'of'>
  readonly #entries = new Map<string, CacheEntry>()
  #isListening = false
  #stopListening: (() => Promise<void>) | null = null

  constructor(database: Pick<Database, 'listen'>, access: Pick<TableAccessCache, 'of'>) {
    this.#database = database
    this.#access = access
  }

  /** Subscribes to notifications of row changes and enables the cache. Rejects when the database is unavailable. */
  async start(): Promise<void> {
    const setListening = (isListening: boolean) => {
      this.#isListening = isListening
      this.forget()
    }
    this.#stopListening = await this.#database.listen(ROW_CHANGE_CHANNEL, {
      onMessage: () => this.forget(),
      onReconnect: () => setListening(true),
      onLost: () => setListening(false),
    })
    setListening(true)
  }

  /** Unsubscribes from notifications of row changes and disables the cache. */
  async stop(): Promise<void> {
    this.#isListening = false
    this.forget()
    await this.#stopListening?.()
  }

  /**
   * Returns the result of a query from the cache or from an equal query that is running, otherwise from `runQuery`. A query that started
   * before a change never serves a request that arrives after the change, because the change removed its entry. `entry` is null when the
   * result is not shared.
   */
  async read(
    caller: Caller,
    table: ExposedTable,
    query: ReadQuery,
    runQuery: () => Promise<StatementResult>,
  ): Promise<{ result: StatementResult; entry: CacheEntry | null }> {
    if (!this.#isListening || !isVisitor(caller)) return { result: await runQuery(), entry: null }
    const key = JSON.stringify([table.name, query])
    const known = this.#entries.get(key)
    const entry = known && known.until > performance.now() ? known : this.#add(key, table, runQuery)
    const result = await entry.result
    return result === null ? { result: await runQuery(), entry: null } : { result, entry }
  }

  /** Returns whether an entry is still in the cache and not expired. */
  isCurrent(entry: CacheEntry): boolean {
    return this.#entries.get(entry.key) === entry && entry.until > performance.now()
  }

  /** Clears the cache. Called after every change of data. */
  forget(): void {
    this.#entries.clear()
  }

  #add(key: string, table: ExposedTable, runQuery: () => Promise<StatementResult>): CacheEntry {
    if (this.#entries.size >= ENTRIES_MAX) this.#entries.clear() // clients choose the queries, so the number of entries is limited
    const result = this.#readShared(table, runQuery)
    const entry: CacheEntry = { key, result, until: performance.now() + TTL_MS }
    this.#entries.set(key, entry)
    const drop = () => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key)
    }
    const dropIfLong = async () => {
      const read = await result
      if (read !== null && read.body.length > BODY_MAX) drop()
    }
    inBackground(dropIfLong(), drop)
    return entry
  }

  async #readShared(table: ExposedTable, runQuery: () => Promise<StatementResult>): Promise<StatementResult | null> {
    const access = await this.#access.of('anon', EXPOSED_SCHEMA, table.name)
    // Results are not shared for a table that is not published, because it sends no notifications, nor for a table with a policy that calls
    // a function, because the policy may depend on more than the row.
    return access === null || access.readsClaims ? null : runQuery()
  }
}
