import { formatCalendarDay } from '@site/ui/calendar-text.ts'

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}'
const DAY = `\\d{4}[-/]\\d\\d?[-/]\\d\\d?|\\d\\d?/\\d\\d?/\\d{4}|${MONTH} \\d\\d?,? \\d{4}|\\d\\d? ${MONTH} \\d{4}`
const TIME = '\\d\\d?:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?: ?[ap]m)?'
const ZONE = ' ?(?:Z|[+-]\\d\\d:?\\d\\d|(?:UTC?|GMT|[ECMP][SD]T)(?:[+-]\\d{4})?)(?: \\([^()]*\\))?'

/** The accepted formats: ISO 8601, RFC 2822, and dates as people and `Date` write them, in English. Groups: the day, and the zone of its time. */
const WRITTEN = new RegExp(`^(?:[a-z]{3,9},? )?(${DAY})(?:(?:T|,? )${TIME}(${ZONE})?)?$`, 'i')

/**
 * Formats a release date as 'Mar 5, 2025', or returns 'Recently' when the date is missing or invalid. A time with a zone is shown as the day in
 * the visitor's time zone; every other date is the written day.
 */
export function formatReleaseDate(text: string): string {
  const written = text.trim()
  const [, day, zone] = WRITTEN.exec(written) ?? []
  if (day === undefined) return 'Recently'
  // Slashes, because not every browser parses ISO 8601 with a zone after the day.
  const inUtc = new Date(`${day.replaceAll('-', '/')} UTC`)
  const moment = zone === undefined ? inUtc : new Date(written)
  if (!isExistingDay(day, inUtc) || Number.isNaN(moment.getTime())) return 'Recently'
  return zone === undefined ? formatCalendarDay(inUtc, 'UTC') : formatCalendarDay(moment, 'of the visitor')
}

/** Returns whether `Date` has parsed the written day: it takes February 30 for March 2. Years before 1900 are placeholders. */
function isExistingDay(day: string, parsed: Date): boolean {
  const [year] = /\d{4}/.exec(day) ?? []
  const numbers = day.replace(/\d{4}/, '').match(/\d+/g) ?? []
  return Number(year) >= 1900 && parsed.getUTCDate() === Number(numbers.at(-1))
}
