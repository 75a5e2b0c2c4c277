import type { Database } from '@site/backend/database/port/database'
import {
  ERASED_LIST_FILE_NAME,
  type ErasedPerson,
  formatErasedList,
  mergeErasedLists,
  parseErasedList,
} from '@site/contract/erased-list'
import type { ObjectStore } from '@site/contract/shipping/object-store'
import { sql } from 'kysely'
import { readErasedList } from '../operations/erased-list.ts'

/** Ships the list of erased people to a store. */
export class ErasedListShipper {
  readonly #store: ObjectStore
  readonly #database: Database
  readonly #dataDir: string
  /** Changes with each erasure of a person. Null before the list was shipped. */
  #state: string | null = null

  constructor(store: ObjectStore, database: Database, dataDir: string) {
    this.#store = store
    this.#database = database
    this.#dataDir = dataDir
  }

  /** Lets the next `ship` write the list again, because the store may have lost it. */
  forget(): void {
    this.#state = null
  }

  /**
   * Merges the erasures recorded in the database and in DATA_DIR into the list in the store. Called after the end of the log was read and
   * before the log is shipped, so that a restore to an earlier time finds the people whom it must erase again.
   */
  async ship(): Promise<void> {
    const { kysely } = this.#database
    const { rows: states } = await sql<{ state: string }>`
      select format('%s %s', count(*), max(erased_at)) as state from private.erased_people`.execute(kysely)
    const state = states[0]?.state ?? ''
    if (state === this.#state) return
    const text = (await this.#store.read(ERASED_LIST_FILE_NAME))?.toString('utf8') ?? ''
    const { rows } = await sql<ErasedPerson>`
      select hash, to_json(erased_at) #>> '{}' as erased_at from public.list_erased_people()`.execute(kysely)
    const inFolder = (await readErasedList(this.#dataDir)) ?? []
    const list = formatErasedList(mergeErasedLists(parseErasedList(text), inFolder, rows))
    if (list !== text) await this.#store.write(ERASED_LIST_FILE_NAME, Buffer.from(list))
    this.#state = state
  }
}
