import {
  GENERATIONS_FOLDER,
  parseBaseName,
  parsePieceName,
  SHIPPED_FILES,
  type ShippedBase,
} from '@site/contract/shipping/names'
import type { Place, PlaceEntry } from '@site/contract/shipping/place'

const DAY_MS = 24 * 60 * 60 * 1_000
/** The number of files that one call deletes: a request to S3 deletes at most a thousand. */
const BATCH = 1_000

/**
 * Deletes what no restore to a time within the last `keepDays` days needs. The newest base that is older than that is the first one that is
 * kept. Older bases, the log before it, and stored files that were deleted before it are deleted.
 */
export async function prunePlace(place: Place, keepDays: number, now: Date): Promise<void> {
  const entries = await place.list(GENERATIONS_FOLDER)
  const deleted = await place.list(SHIPPED_FILES.deletedFolder)
  const names = listUnneeded(entries, deleted, new Date(now.getTime() - keepDays * DAY_MS))
  for (let start = 0; start < names.length; start += BATCH) await place.remove(names.slice(start, start + BATCH))
}

/** Returns the names of the files that no restore to `oldest` or later needs. `deleted` has the marks of deleted stored files. */
export function listUnneeded(entries: readonly PlaceEntry[], deleted: readonly PlaceEntry[], oldest: Date): string[] {
  const bases = entries.map(({ name }) => parseBaseName(name)).filter((base) => base !== null)
  const first = bases
    .filter(({ at }) => at <= oldest)
    .reduce<ShippedBase | null>((a, b) => (a !== null && a.at > b.at ? a : b), null)
  if (first === null) return []
  const kept = bases.filter(({ at }) => at >= first.at)
  const logFrom = new Map<string, bigint>()
  for (const { generation, from } of kept) {
    const known = logFrom.get(generation)
    if (known === undefined || from < known) logFrom.set(generation, from)
  }
  const log = entries.filter(({ name }) => {
    const piece = parsePieceName(name)
    if (piece === null) return false
    const generation = name.split('/')[1] ?? ''
    const from = logFrom.get(generation)
    // A generation without a base whose name sorts after the first kept base is kept: its first base is still being shipped.
    return from === undefined ? generation < first.generation : piece.end <= from
  })
  const marks = deleted.filter(({ writtenAt }) => writtenAt < first.at)
  return [
    ...bases.filter(({ at }) => at < first.at).map(({ name }) => name),
    ...log.map(({ name }) => name),
    ...marks.flatMap(({ name }) => [`${SHIPPED_FILES.folder}${name.slice(SHIPPED_FILES.deletedFolder.length)}`, name]),
  ]
}
