/** Formats a time as "Mar 5, 2026, 14:07 UTC". Uses UTC, because the time zone of the recipient is unknown. */
export function formatTimestamp(at: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  return `${format.format(new Date(at))} UTC`
}
