const DAY = { month: 'short', day: 'numeric', year: 'numeric' } as const

/** Formats a day such as 2026-03-05 as "Mar 5, 2026". Returns any other text unchanged. */
export function formatDay(day: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(day)
    ? new Intl.DateTimeFormat('en-US', { ...DAY, timeZone: 'UTC' }).format(new Date(day))
    : day
}

/** Formats a time as "Mar 5, 2026, 2:07 PM UTC": with its time zone, which is that of this computer unless another is given. */
export function formatDateTime(at: string, timeZone?: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ ...DAY, hour: 'numeric', minute: '2-digit' },
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  })
  return format.format(new Date(at)).replaceAll(/\s/g, ' ') // a narrow no-break space before PM
}
