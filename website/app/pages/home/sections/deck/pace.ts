import type { PrintDecision } from './deck-state.ts'

/** Minimum number of intervals between decisions from which a mean is calculated. */
const INTERVALS_NEEDED = 3

/** Maximum interval between two decisions that counts; longer intervals are ignored as pauses. */
const LONGEST_INTERVAL_MS = 60_000

/**
 * Number of photos in the sentence about the visitor's pace, and the same number as text. The text is a constant, because creating an
 * Intl.NumberFormat takes milliseconds.
 */
export const PHOTOS = 2000
const PHOTOS_TEXT = '2,000'

/**
 * Returns the mean interval between two decisions about prints in milliseconds, or null when there are too few decisions. An undone
 * decision does not count, but the time it took is part of the next interval.
 */
export function computeMeanPrintDecisionMs(decisions: readonly PrintDecision[]): number | null {
  const intervals = decisions
    .slice(1)
    .map(({ at }, index) => at - (decisions[index]?.at ?? at))
    .filter((interval) => interval <= LONGEST_INTERVAL_MS)
  if (intervals.length < INTERVALS_NEEDED) return null
  return intervals.reduce((sum, interval) => sum + interval, 0) / intervals.length
}

/** Returns what else takes about as long as the photos of the sentence; an empty text when they take more than an evening. */
export function formatPaceNote(millisecondsPerPhoto: number): string {
  const minutes = computePaceMinutes(millisecondsPerPhoto)
  if (minutes < 60) return 'Less than one film.'
  return minutes < 120 ? 'One evening. With wine, two.' : ''
}

/** Returns the number of minutes that the photos of the sentence take; at least one. */
function computePaceMinutes(millisecondsPerPhoto: number): number {
  return Math.max(1, Math.round((PHOTOS * millisecondsPerPhoto) / 60_000))
}

/** Returns a sentence such as "At your pace, 2,000 photos take 48 minutes.", rounded to minutes; at least one minute. */
export function formatPaceSentence(millisecondsPerPhoto: number): string {
  return `At your pace, ${PHOTOS_TEXT} photos take ${duration(computePaceMinutes(millisecondsPerPhoto))}.`
}

function duration(minutes: number): string {
  if (minutes < 60) return counted(minutes, 'minute')
  const hours = counted(Math.floor(minutes / 60), 'hour')
  return minutes % 60 === 0 ? hours : `${hours} ${counted(minutes % 60, 'minute')}`
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
