import { formatCalendarDay } from '@site/ui/calendar-text.ts'
import { parseWrittenDate } from './written-date.ts'

/**
 * Formats a release date as 'Mar 5, 2025', or returns 'Recently' when the date is missing or invalid. A day without a time is the same in
 * every time zone.
 */
export function formatReleaseDate(text: string): string {
  const date = parseWrittenDate(text)
  return date ? formatCalendarDay(date.moment, date.calendar) : 'Recently'
}
