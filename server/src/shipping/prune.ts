import {
  findNewestBase,
  GENERATIONS_FOLDER,
  parseBaseName,
  parseChunkName,
  SHIPPED_FILES,
} from '@site/contract/shipping/names'
import type { ObjectStore, StoreEntry } from '@site/contract/shipping/object-store'

const DAY_MS = 24 * 60 * 60 * 1_000
/** The number of files that one call deletes: a request to S3 deletes at most a thousand. */
const BATCH = 1_000

/**
 * Deletes what no restore to a time within the last `keepDays` days needs. A restore to the beginning of this period starts from the newest
 * base that was taken before it. Earlier bases are deleted, and so are the log before that base and the files that were removed from the
 * site's storage before it was taken.
 */
export async function pruneStore(store: ObjectStore, keepDays: number, now: Date): Promise<void> {
  const entries = await store.list(GENERATIONS_FOLDER)
  const deleted = await store.list(SHIPPED_FILES.deletedFolder)
  const names = listUnneeded(entries, deleted, new Date(now.getTime() - keepDays * DAY_MS))
  for (let start = 0; start < names.length; start += BATCH) await store.remove(names.slice(start, start + BATCH))
}

/** Returns the names of the files that no restore to `oldest` or later needs. `deleted` has the marks of deleted stored files. */
export function listUnneeded(entries: readonly StoreEntry[], deleted: readonly StoreEntry[], oldest: Date): string[] {
  const bases = entries.map(({ name }) => parseBaseName(name)).filter((base) => base !== null)
  const first = findNewestBase(bases, oldest)
  if (first === null) return []
  const kept = bases.filter(({ at }) => at >= first.at)
  const logFrom = new Map<string, bigint>()
  for (const { generation, from } of kept) {
    const known = logFrom.get(generation)
    if (known === undefined || from < known) logFrom.set(generation, from)
  }
  const log = entries.filter(({ name }) => {
    const chunk = parseChunkName(name)
    if (chunk === null) return false
    const generation = name.split('/')[1] ?? ''
    const from = logFrom.get(generation)
    // A generation without a base whose name sorts after the first kept base is kept: its first base is still being shipped.
    return from === undefined ? generation < first.generation : chunk.end <= from
  })
  const marks = deleted.filter(({ writtenAt }) => writtenAt < first.at)
  return [
    ...bases.filter(({ at }) => at < first.at).map(({ name }) => name),
    ...log.map(({ name }) => name),
    ...marks.flatMap(({ name }) => [`${SHIPPED_FILES.folder}${name.slice(SHIPPED_FILES.deletedFolder.length)}`, name]),
  ]
}
