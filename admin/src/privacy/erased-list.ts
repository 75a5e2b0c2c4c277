import { mkdir, readFile } from 'node:fs/promises'
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
import { CommandFailure, createFileFailure } from '../failures.ts'
import { callRpc, type SiteClient } from '../site.ts'
import { writeAtomically } from '../write-atomically.ts'

/**
 * Reads a list of erased people from a file. Returns an empty list when the file does not exist and `mayLack` is true. Throws a
 * CommandFailure when the file cannot be read or has a malformed line.
 */
export async function readErasedListFile(file: string, mayLack: boolean): Promise<ErasedPerson[]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (mayLack && cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return ''
    throw createFileFailure(file, cause)
  })
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

/**
 * Merges the erasures recorded in the database into the list of erased people in `folder`. Returns the file's path and the number of
 * entries.
 */
export async function updateErasedList(site: SiteClient, folder: string): Promise<{ file: string; count: number }> {
  const file = join(folder, ERASED_LIST_FILE_NAME)
  const known = await callRpc(site, v.array(erasedPersonSchema), 'list_erased_people')
  const list = mergeErasedLists(await readErasedListFile(file, true), known)
  if (list.length > 0) {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
      throw createFileFailure(folder, cause)
    })
    await writeAtomically(file, text(formatErasedList(list)))
  }
  return { file, count: list.length }
}

async function* text(whole: string): AsyncGenerator<string> {
  yield whole
}
