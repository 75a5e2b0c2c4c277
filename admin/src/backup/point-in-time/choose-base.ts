import { findNewestBase, parseBaseName, type ShippedBase } from '@site/contract/shipping/names'
import type { PlaceEntry } from '@site/contract/shipping/place'

/**
 * Returns the newest base that was taken at or before a time, or null when every base was taken later. The restore replays the write-ahead
 * log of the base's generation from the base to the time.
 */
export function chooseBase(entries: readonly PlaceEntry[], until: Date): ShippedBase | null {
  return findNewestBase(listBases(entries), until)
}

/** Returns the time of the oldest base, which is the earliest time that can be restored; null when there is no base. */
export function findFirstTime(entries: readonly PlaceEntry[]): Date | null {
  return listBases(entries).reduce<Date | null>((first, { at }) => (first !== null && first < at ? first : at), null)
}

function listBases(entries: readonly PlaceEntry[]): ShippedBase[] {
  return entries.map(({ name }) => parseBaseName(name)).filter((base) => base !== null)
}
