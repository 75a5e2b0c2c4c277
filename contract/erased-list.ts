import * as v from 'valibot'

/** The file name of the list of erased people, in DATA_DIR and beside the backups. */
export const ERASED_LIST_FILE_NAME = 'erased-people.txt'

export const erasedPersonSchema = v.object({ hash: v.string(), erased_at: v.string() })

/** An erased person: a keyed hash of the e-mail address, and the time of the erasure. */
export type ErasedPerson = v.InferOutput<typeof erasedPersonSchema>

const HEAD = [
  '# Erased people, as keyed hashes, which do not reveal an address. Keep this file beside the data and the backups: a database or',
  '# backup that is older than an erasure is compared with it, so that the person is erased again.',
]
const LINE = /^([0-9a-f]{64}) (\S+)$/

/** Thrown for a line that is no entry of a list of erased people. Skipping the line would let that person's data return. */
export class MalformedErasedListError extends Error {
  readonly line: string

  constructor(line: string) {
    super('A list of erased people has a malformed line.')
    this.line = line
  }
}

/** Parses the content of a list of erased people. Throws `MalformedErasedListError`. */
export function parseErasedList(text: string): ErasedPerson[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, hash = '', erased_at = ''] = LINE.exec(line) ?? []
      if (hash === '' || Number.isNaN(Date.parse(erased_at))) throw new MalformedErasedListError(line)
      return { hash, erased_at }
    })
}

/** Merges lists of erased people. The result contains each hash once, with its latest time, sorted by time. */
export function mergeErasedLists(...lists: readonly (readonly ErasedPerson[])[]): ErasedPerson[] {
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
