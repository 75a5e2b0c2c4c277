import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { CommandFailure, fileFailure } from '../failures.ts'
import { callFunction, type Site } from '../site.ts'
import { writeAtomically } from '../write-atomically.ts'

const entrySchema = v.object({ hash: v.string(), erased_at: v.string() })

/** An entry of the list of erased people: a keyed hash of the email address, and the time of the erasure. */
export type ErasedPerson = v.InferOutput<typeof entrySchema>

/** The file name of the list of erased people, in the folder of the backups and in DATA_DIR. */
export const ERASED_LIST = 'erased-people.txt'

const HEAD = [
  '# Erased people, as keyed hashes, which do not reveal an address. Keep this file with the backups: restoring a backup that',
  '# is older than an erasure uses it to erase the person again.',
]
const LINE = /^([0-9a-f]{64}) (\S+)$/

/**
 * Parses a list of erased people. Throws a Failure on a malformed line: skipping the line would let a restore bring that person's
 * data back.
 */
export function parseErased(file: string, text: string): ErasedPerson[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, hash = '', erased_at = ''] = LINE.exec(line) ?? []
      if (hash === '' || Number.isNaN(Date.parse(erased_at))) {
        throw new CommandFailure('bad_file', `${file}: "${line.slice(0, 80)}" is no line of a list of erased people.`)
      }
      return { hash, erased_at }
    })
}

/** Merges lists of erased people. The result contains each hash once, with its latest time, sorted by time. */
export function mergeErased(...lists: readonly (readonly ErasedPerson[])[]): ErasedPerson[] {
  const latest = new Map<string, ErasedPerson>()
  for (const entry of lists.flat()) {
    const known = latest.get(entry.hash)
    if (known === undefined || Date.parse(known.erased_at) < Date.parse(entry.erased_at)) latest.set(entry.hash, entry)
  }
  return [...latest.values()].sort((a, b) => Date.parse(a.erased_at) - Date.parse(b.erased_at))
}

/** Formats a list of erased people as the content of its file. */
export function formatErasedList(list: readonly ErasedPerson[]): string {
  return [...HEAD, ...list.map(({ hash, erased_at }) => `${hash} ${erased_at}`), ''].join('\n')
}

/**
 * Reads a list of erased people from a file. Returns an empty list when the file does not exist and `mayLack` is true; throws a
 * Failure otherwise.
 */
export async function readErased(file: string, mayLack: boolean): Promise<ErasedPerson[]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (mayLack && cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return ''
    throw fileFailure(file, cause)
  })
  return parseErased(file, text)
}

/**
 * Merges the erasures recorded in the database into the list of erased people in `folder`. Returns the file's path and the number of
 * entries.
 */
export async function updateErasedList(site: Site, folder: string): Promise<{ file: string; count: number }> {
  const file = join(folder, ERASED_LIST)
  const known = await callFunction(site, v.array(entrySchema), 'list_erased_people')
  const list = mergeErased(await readErased(file, true), known)
  if (list.length > 0) {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
      throw fileFailure(folder, cause)
    })
    await writeAtomically(file, text(formatErasedList(list)))
  }
  return { file, count: list.length }
}

async function* text(whole: string): AsyncGenerator<string> {
  yield whole
}
