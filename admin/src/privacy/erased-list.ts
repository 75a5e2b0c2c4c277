import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { Failure, fileFailure } from '../failures.ts'
import { call, type Site } from '../site.ts'
import { writeWhole } from '../whole-file.ts'

const entrySchema = v.object({ hash: v.string(), erased_at: v.string() })

/** Somebody who was erased: a keyed hash, and when. */
export type Erased = v.InferOutput<typeof entrySchema>

/** The list's name, in the folder of the backups and in DATA_DIR. */
export const ERASED_LIST = 'erased-people.txt'

const HEAD = [
  '# Who was erased, as keyed hashes: nobody can be told from them. Keep this file with the backups: a restored backup that',
  '# is older than an erasure erases again by it.',
]
const LINE = /^([0-9a-f]{64}) (\S+)$/

/** Reads a list. Refuses a line that is no entry, because whoever it stood for would come back. */
export function parseErased(file: string, text: string): Erased[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, hash = '', erased_at = ''] = LINE.exec(line) ?? []
      if (hash === '' || Number.isNaN(Date.parse(erased_at))) {
        throw new Failure('bad_file', `${file}: "${line.slice(0, 80)}" is no line of a list of erased people.`)
      }
      return { hash, erased_at }
    })
}

/** One list of several: each hash once, with its latest moment. */
export function mergeErased(...lists: readonly (readonly Erased[])[]): Erased[] {
  const latest = new Map<string, Erased>()
  for (const entry of lists.flat()) {
    const known = latest.get(entry.hash)
    if (known === undefined || Date.parse(known.erased_at) < Date.parse(entry.erased_at)) latest.set(entry.hash, entry)
  }
  return [...latest.values()].sort((a, b) => Date.parse(a.erased_at) - Date.parse(b.erased_at))
}

/** A list as its file holds it. */
export function erasedText(list: readonly Erased[]): string {
  return [...HEAD, ...list.map(({ hash, erased_at }) => `${hash} ${erased_at}`), ''].join('\n')
}

/** Reads a list's file; an empty list when there is no file and `mayLack`. */
export async function readErased(file: string, mayLack: boolean): Promise<Erased[]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (mayLack && cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return ''
    throw fileFailure(file, cause)
  })
  return parseErased(file, text)
}

/** Brings the list beside the backups up to date with what the database knows. Answers the file and how many it names. */
export async function keepErasedList(site: Site, folder: string): Promise<{ file: string; count: number }> {
  const file = join(folder, ERASED_LIST)
  const known = await call(site, v.array(entrySchema), 'list_erased_people')
  const list = mergeErased(await readErased(file, true), known)
  if (list.length > 0) {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
      throw fileFailure(folder, cause)
    })
    await writeWhole(file, text(erasedText(list)))
  }
  return { file, count: list.length }
}

async function* text(whole: string): AsyncGenerator<string> {
  yield whole
}
