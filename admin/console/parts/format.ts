import { formatCalendarDay, formatTimeOfDay } from '@site/ui/calendar-text.ts'

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Formats a number: 1,234. */
export function formatNumber(count: number): string {
  return count.toLocaleString('en-US')
}

/** Formats a number with its noun: 1 email, 3 emails, 1 person, 3 people. */
export function formatCount(count: number, noun: string, nouns = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : nouns}`
}

/** Formats a number of people: 1 person, 3 people. */
export function formatPeople(count: number): string {
  return formatCount(count, 'person', 'people')
}

/** Formats a day in the time zone of the browser: Mar 5, 2025. */
export function formatDay(at: Date): string {
  return formatCalendarDay(at, 'of the visitor')
}

/** Formats a time in the time zone of the browser: Mar 5, 2025, 9:05 PM. */
export function formatDateTime(at: Date): string {
  return `${formatDay(at)}, ${formatTimeOfDay(at)}`
}

/** Formats how long ago a time was, such as "3 hours ago". */
export function formatAge(at: string): string {
  const age = new Date(at).getTime() - Date.now()
  for (const [unit, length] of STEPS) {
    if (Math.abs(age) >= length) return relative.format(Math.round(age / length), unit)
  }
  return 'just now'
}

/** Formats a duration in seconds, such as "4 s" or "2 h 5 min". */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds}\u{a0}s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Begins a text with a capital letter. */
export function toTitle(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Turns an identifier that has no words of its own into words: `early-access-1` into "Early access 1". */
export function toWords(identifier: string): string {
  return toTitle(identifier.replace(/[._-]+/g, ' '))
}
