import { dayText } from '../../ui/calendar-text.ts'

/** A release's date as 'Mar 5, 2025'; 'Recently' when it is no date. A day without a time is that day everywhere. */
export function releaseDateText(text: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d{2})-(\d{2})([T ].+)?$/.exec(text.trim()) ?? []
  const date = new Date(text)
  if (Number.isNaN(date.getTime()) || !existsInCalendar(Number(year), Number(month), Number(day))) return 'Recently'
  return dayText(date, time ? 'of the visitor' : 'UTC')
}

/** JavaScript reads February 31 as March 3. */
function existsInCalendar(year: number, month: number, day: number): boolean {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}
