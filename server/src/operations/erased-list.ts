import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@site/backend/config'
import type { Database } from '@site/backend/database/port/database'
import { writeWholeFile } from '@site/backend/write-whole-file'
import {
  ERASED_LIST_FILE_NAME,
  type ErasedPerson,
  formatErasedList,
  mergeErasedLists,
  parseErasedList,
} from '@site/contract/erased-list'
import { sql } from 'kysely'

/**
 * Reads the list of erased people from a data folder. Returns null when the file does not exist. Throws for an unreadable list, because
 * erased people would reappear.
 */
export async function readErasedList(dataDir: string): Promise<ErasedPerson[] | null> {
  const file = join(dataDir, ERASED_LIST_FILE_NAME)
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw new ConfigError(`DATA_DIR: ${file} can't be read.`, { cause })
  })
  try {
    return text === null ? null : parseErasedList(text)
  } catch (cause) {
    throw new ConfigError(`DATA_DIR: ${file} holds a line that is no entry of a list of erased people.`, { cause })
  }
}

/**
 * Adds the erasures that the database records to the list of erased people in a data folder, and keeps the entries that other databases of
 * the site added.
 */
export async function storeErasedList(database: Database, dataDir: string): Promise<void> {
  const kept = (await readErasedList(dataDir)) ?? []
  const { rows } = await sql<ErasedPerson>`
    select hash, to_json(erased_at) #>> '{}' as erased_at from public.list_erased_people()`.execute(database.kysely)
  const merged = mergeErasedLists(kept, rows)
  if (formatErasedList(merged) !== formatErasedList(kept))
    await writeErasedList(join(dataDir, ERASED_LIST_FILE_NAME), merged)
}

/** Writes a list of erased people atomically, so that a power cut leaves the earlier list or this one. */
export async function writeErasedList(file: string, people: readonly ErasedPerson[]): Promise<void> {
  await writeWholeFile(file, formatErasedList(people))
}
