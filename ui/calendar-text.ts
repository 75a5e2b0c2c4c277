// Dates are formatted without Intl.DateTimeFormat: creating the first one takes 20 ms (80 on a phone), longer than hydrating a page
// (docs/records/performance.md), and the site has one language only.

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a day as 'Mar 5, 2025', in the visitor's time zone or in UTC. */
export function formatCalendarDay(moment: Date, calendar: 'of the visitor' | 'UTC'): string {
  return calendar === 'UTC'
    ? `${MONTHS[moment.getUTCMonth()]} ${moment.getUTCDate()}, ${moment.getUTCFullYear()}`
    : `${MONTHS[moment.getMonth()]} ${moment.getDate()}, ${moment.getFullYear()}`
}

/** Formats a time of day as '9:05 PM' in the visitor's time zone, with a no-break space. */
export function formatTimeOfDay(moment: Date): string {
  const hours = moment.getHours()
  const minutes = String(moment.getMinutes()).padStart(2, '0')
  return `${hours % 12 || 12}:${minutes}\u00a0${hours < 12 ? 'AM' : 'PM'}`
}
