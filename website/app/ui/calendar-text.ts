// By hand, because a browser takes 20 ms of work (80 on a phone) to get its first Intl.DateTimeFormat ready, more than
// to bring a page to life (docs/records/2026-11-23-performance.md), and because the site speaks one language.

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A day as 'Mar 5, 2025': the visitor's day at that moment, or the one that UTC has, which is the same for everybody. */
export function dayText(moment: Date, calendar: 'of the visitor' | 'UTC'): string {
  return calendar === 'UTC'
    ? `${MONTHS[moment.getUTCMonth()]} ${moment.getUTCDate()}, ${moment.getUTCFullYear()}`
    : `${MONTHS[moment.getMonth()]} ${moment.getDate()}, ${moment.getFullYear()}`
}

/** The visitor's time of day as '9:05 PM', its parts held together by a space that does not break. */
export function clockText(moment: Date): string {
  const hours = moment.getHours()
  const minutes = String(moment.getMinutes()).padStart(2, '0')
  return `${hours % 12 || 12}:${minutes}\u00a0${hours < 12 ? 'AM' : 'PM'}`
}
