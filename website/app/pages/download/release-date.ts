import { formatDay } from '../../ui/calendar-text.ts'
import { readWrittenDate } from './written-date.ts'

/** Formats a release date as 'Mar 5, 2025', or 'Recently' when it is missing or invalid. A day without a time is the same in every time zone. */
export function releaseDateText(text: string): string {
  const date = readWrittenDate(text)
  return date ? formatDay(date.moment, date.calendar) : 'Recently'
}
