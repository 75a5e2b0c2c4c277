/** Formats a time as "Mar 5, 2026, 14:07 UTC": with its time zone, which is that of this computer unless another is given. */
export function formatDateTime(at: string, timeZone?: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ month: 'short', day: 'numeric', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  })
  return format.format(new Date(at))
}
