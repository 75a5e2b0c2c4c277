const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A time on one line, formatted in the time zone of the browser. */
export function Moment({ at }: { at: string | null | undefined }) {
  const date = new Date(at ?? Number.NaN)
  if (Number.isNaN(date.getTime())) return <>–</>
  return (
    <time className="whitespace-nowrap" dateTime={date.toISOString()}>
      {exact.format(date)}
    </time>
  )
}

/** Formats how long ago a time was, such as "3 hours ago". */
export function formatAge(at: string): string {
  const age = new Date(at).getTime() - Date.now()
  for (const [unit, length] of STEPS) {
    if (Math.abs(age) >= length) return relative.format(Math.round(age / length), unit)
  }
  return 'just now'
}

/** Shows the time when data was read, to the second. */
export function ReadAt({ read }: { read: Date | null }) {
  return read && <p className="text-sm text-muted">Read at {time.format(read)}</p>
}

/** Formats a duration in seconds, such as "4 s" or "2 h 5 min". */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds}\u{a0}s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
