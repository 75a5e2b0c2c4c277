import type { Decision } from './deck-state.ts'

/** With fewer intervals than this a pace would be a guess. */
const INTERVALS_NEEDED = 3

/** Who takes longer over one print has looked away; such a pause is no pace and is left out. */
const LONGEST_INTERVAL_MS = 60_000

/** What the sentence counts up to, and how it says it: a browser asked for the commas works for milliseconds. */
const PHOTOS = 2000
const PHOTOS_TEXT = '2,000'

/**
 * The mean time from one decision to the next, in milliseconds; null until there are enough of them. A decision taken
 * back counts no longer, but the time it took does: it falls to the next one.
 */
export function pacePerPhoto(decisions: readonly Decision[]): number | null {
  const intervals = decisions
    .slice(1)
    .map(({ at }, index) => at - (decisions[index]?.at ?? at))
    .filter((interval) => interval <= LONGEST_INTERVAL_MS)
  if (intervals.length < INTERVALS_NEEDED) return null
  return intervals.reduce((sum, interval) => sum + interval, 0) / intervals.length
}

/** What that pace means for a wedding: "At your pace, 2,000 photos take 48 minutes." Rounded to the minute, at least one. */
export function paceSentence(millisecondsPerPhoto: number): string {
  const minutes = Math.max(1, Math.round((PHOTOS * millisecondsPerPhoto) / 60_000))
  return `At your pace, ${PHOTOS_TEXT} photos take ${duration(minutes)}.`
}

function duration(minutes: number): string {
  if (minutes < 60) return counted(minutes, 'minute')
  const hours = counted(Math.floor(minutes / 60), 'hour')
  return minutes % 60 === 0 ? hours : `${hours} ${counted(minutes % 60, 'minute')}`
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
