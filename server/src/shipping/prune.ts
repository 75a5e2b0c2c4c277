import {
  GENERATIONS_FOLDER,
  parseBaseName,
  parsePieceName,
  SHIPPED_FILES,
  type ShippedBase,
} from '@site/contract/shipping/names'
import type { Place, PlaceEntry } from '@site/contract/shipping/place'

const DAY_MS = 24 * 60 * 60 * 1_000
/** The maximum number of files that one call deletes: S3 deletes at most a thousand at once. */
const BATCH = 1_000

/**
 * Deletes what no restore to a time within the last `keepDays` days needs: bases before the newest one that is older, the log before the
 * first base that is kept, and stored files that were deleted before it.
 */
export async function prunePlace(place: Place, keepDays: number, now: Date): Promise<void> {
  const entries = await place.list(GENERATIONS_FOLDER)
  const deleted = await place.list(SHIPPED_FILES.deletedFolder)
  const names = listUnneeded(entries, deleted, new Date(now.getTime() - keepDays * DAY_MS))
  for (let start = 0; start < names.length; start += BATCH) await place.remove(names.slice(start, start + BATCH))
}

/** Returns the names of the files that no restore to `oldest` or later needs. `deleted` are the marks of deleted files. */
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
    // A generation that is newer than the first kept base has a base that is still being shipped.
    return from === undefined ? generation < first.generation : piece.end <= from
  })
  const marks = deleted.filter(({ writtenAt }) => writtenAt < first.at)
  return [
    ...bases.filter(({ at }) => at < first.at).map(({ name }) => name),
    ...log.map(({ name }) => name),
    ...marks.flatMap(({ name }) => [`${SHIPPED_FILES.folder}${name.slice(SHIPPED_FILES.deletedFolder.length)}`, name]),
  ]
}
