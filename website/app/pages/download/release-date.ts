import { formatDay } from '../../ui/calendar-text.ts'
import { readWrittenDate } from './written-date.ts'

/** A release's date as 'Mar 5, 2025'; 'Recently' when there is none or it cannot be read. A day without a time is that day everywhere. */
export function releaseDateText(text: string): string {
  const date = readWrittenDate(text)
  return date ? formatDay(date.moment, date.calendar) : 'Recently'
}
