import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../database/port/database.ts'
import { isDatabaseError } from '../database/port/errors.ts'
import type { RowChange } from '../database/port/row-change.ts'
import type { TableAccessCache } from '../database/port/table-access.ts'
import { attachFetchedRow, type RowChangeNotification } from './row-change-notification.ts'
import type { PinnedRow } from './subscribers.ts'
import { readRowWithoutRowSecurity } from './visible-rows-store.ts'

const WATCHED_MAX = 1_000

type Row = Record<string, unknown>
type ReadRow = { record: Row; text: string }
/** A watched row. `known` is its last known content: null when the row did not exist, undefined when the content is unknown. */
type Watched = { row: PinnedRow; watchers: number; known: Row | null | undefined }

/**
 * The last known content of the rows that subscriptions select by primary key. After a gap (the database restarted and notifications were
 * lost) a comparison with the current rows finds the missed changes, so that subscribers need not rejoin.
 */
export class WatchedRows {
  readonly #database: Database
  readonly #access: TableAccessCache
  readonly #rows = new Map<string, Watched>()

  constructor(database: Database, access: TableAccessCache) {
    this.#database = database
    this.#access = access
  }

  /**
   * Watches a row. Returns a function that stops watching, or null when the maximum number of rows is already watched; the subscriber must
   * then rejoin after lost notifications. Rejects when the database is unavailable.
   */
  async watch(row: PinnedRow): Promise<(() => void) | null> {
    const key = keyOf(row.schema, row.table, row.column, row.value)
    const watched = this.#rows.get(key) ?? { row, watchers: 0, known: undefined }
    if (watched.watchers === 0) {
      if (this.#rows.size >= WATCHED_MAX) return null
      this.#rows.set(key, watched)
    }
    watched.watchers += 1
    let isWatching = true
    const stop = () => {
      if (isWatching) watched.watchers -= 1
      isWatching = false
      if (watched.watchers === 0 && this.#rows.get(key) === watched) this.#rows.delete(key)
    }
    try {
      if (watched.known === undefined) {
        const read = await this.#read(row)
        if (watched.known === undefined) watched.known = read?.record ?? null // skipped when a newer change arrived meanwhile
      }
    } catch (error) {
      stop()
      throw error
    }
    return stop
  }

  /** Updates the last known content of a watched row from the notification of a row change. */
  update({ schema, table, type, primary_key, record, old_record, truncated }: RowChange): void {
    const [column] = primary_key
    if (this.#rows.size === 0 || column === undefined || primary_key.length !== 1) return
    const before = old_record && this.#rows.get(keyOf(schema, table, column, String(old_record[column])))
    if (before) before.known = null
    const now = record && this.#rows.get(keyOf(schema, table, column, String(record[column])))
    if (now && type !== 'DELETE') now.known = truncated ? undefined : record
  }

  /**
   * Reads all watched rows again and returns the differences from their last known content as row changes. Does not update the known
   * content; only `update` does.
   */
  async changes(): Promise<RowChangeNotification[]> {
    const changes: RowChangeNotification[] = []
    for (const watched of this.#rows.values()) {
      const now = await this.#read(watched.row)
      if (!isDeepStrictEqual(now?.record ?? null, watched.known)) changes.push(await this.#asChange(watched, now))
    }
    return changes
  }

  async #read({ schema, table, column, value }: PinnedRow): Promise<ReadRow | null> {
    const columns = (await this.#access.of('service_role', schema, table))?.columns ?? []
    try {
      return await readRowWithoutRowSecurity(this.#database, columns, { schema, table, key: { [column]: value } })
    } catch (error) {
      if (isDatabaseError(error)) return null // the value is not of the column's type, or the table was dropped
      throw error
    }
  }

  async #asChange({ row, known }: Watched, now: ReadRow | null): Promise<RowChangeNotification> {
    const { schema, table, column, value } = row
    const change: RowChange = {
      schema,
      table,
      type: now === null ? 'DELETE' : known === null ? 'INSERT' : 'UPDATE',
      commit_timestamp: new Date().toISOString(),
      columns: (await this.#access.of('service_role', schema, table))?.columns ?? [],
      primary_key: [column],
      record: null,
      old_record: known === null ? null : { [column]: now?.record[column] ?? known?.[column] ?? value },
      truncated: false,
    }
    return now === null ? { ...change, json: '{}' } : attachFetchedRow(change, now)
  }
}

function keyOf(schema: string, table: string, column: string, value: string): string {
  return JSON.stringify([schema, table, column, value])
}
