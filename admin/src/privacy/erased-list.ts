import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ERASED_LIST_FILE_NAME,
  type ErasedPerson,
  erasedPersonSchema,
  formatErasedList,
  MalformedErasedListError,
  mergeErasedLists,
  parseErasedList,
} from '@site/contract/erased-list'
import * as v from 'valibot'
import { CommandFailure, failWithFile, isMissingFile } from '../failures.ts'
import { readTextFile } from '../read-text-file.ts'
import { callRpc, type SiteClient } from '../site.ts'
import { writeAtomically } from '../write-atomically.ts'

/**
 * Reads a list of erased people from a file. Throws a CommandFailure when the file does not exist, cannot be read or has a malformed line.
 */
export function readErasedListFile(file: string): ErasedPerson[] {
  const text = readTextFile(file)
  try {
    return parseErasedList(text)
  } catch (error) {
    if (!(error instanceof MalformedErasedListError)) throw error
    throw new CommandFailure(
      'bad_file',
      `${file}: "${error.line.slice(0, 80)}" does not belong in a list of erased people.`,
    )
  }
}

/** Like `readErasedListFile`, but returns null when the file does not exist. An empty list says that nobody was erased; null says nothing. */
export function findErasedListFile(file: string): ErasedPerson[] | null {
  try {
    return readErasedListFile(file)
  } catch (error) {
    const cause = error instanceof CommandFailure ? error.cause : null
    if (isMissingFile(cause)) return null
    throw error
  }
}

/** Merges the lists that were found. Returns null when all are null. */
export function mergeFoundLists(lists: readonly (readonly ErasedPerson[] | null)[]): ErasedPerson[] | null {
  const found = lists.filter((list) => list !== null)
  return found.length === 0 ? null : mergeErasedLists(...found)
}

/** Says what a restore does with the list: whether there is none, it is empty, or how many people it has. */
export function describeErasedList(people: readonly ErasedPerson[] | null): string {
  if (people === null) return 'No list of erased people was found: people erased since that backup are stored again.'
  if (people.length === 0) return 'The list of erased people is empty: nobody is erased again.'
  return `The erased people are erased again when the server starts (${people.length} on the list).`
}

/**
 * Merges the erasures recorded in the database into the list of erased people in `folder`. Returns the file's path and the number of
 * entries.
 */
export async function updateErasedList(site: SiteClient, folder: string): Promise<{ file: string; count: number }> {
  const file = join(folder, ERASED_LIST_FILE_NAME)
  const known = await callRpc(site, v.array(erasedPersonSchema), 'list_erased_people')
  const stored = findErasedListFile(file)
  const list = mergeErasedLists(stored ?? [], known)
  if (stored === null || list.length > 0) {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(failWithFile(folder))
    await writeAtomically(file, formatErasedList(list))
  }
  return { file, count: list.length }
}
