import type { Database } from '@site/backend/database/port/database'
import {
  ERASED_LIST_FILE_NAME,
  type ErasedPerson,
  formatErasedList,
  mergeErasedLists,
  parseErasedList,
} from '@site/contract/erased-list'
import type { Place } from '@site/contract/shipping/place'
import { sql } from 'kysely'
import { readErasedList } from '../operations/erased-list.ts'

/**
 * Merges the erasures recorded in the database and in DATA_DIR into the list of erased people in a place. Called before the log with these
 * erasures is shipped, so that a restore to an earlier time always finds the people whom it must erase again.
 */
export async function shipErasedList(place: Place, database: Database, dataDir: string): Promise<void> {
  const text = (await place.read(ERASED_LIST_FILE_NAME))?.toString('utf8') ?? ''
  const { rows } = await sql<ErasedPerson>`
    select hash, to_json(erased_at) #>> '{}' as erased_at from public.list_erased_people()`.execute(database.kysely)
  const list = formatErasedList(mergeErasedLists(parseErasedList(text), (await readErasedList(dataDir)) ?? [], rows))
  if (list !== text) await place.write(ERASED_LIST_FILE_NAME, Buffer.from(list))
}
