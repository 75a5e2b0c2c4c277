/** Formats a time as "Mar 5, 2026, 2:07 PM UTC": with its time zone, which is that of this computer unless another is given. */
export function formatDateTime(at: string, timeZone?: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  })
  return format.format(new Date(at)).replaceAll(/\s/g, ' ') // a narrow no-break space before PM
}
