import { formatTimeOfDay } from '@site/ui/calendar-text.ts'
import { formatDateTime, formatDay } from './format.ts'

/** A time on one line, in the time zone of the browser. */
export function Moment({ at }: { at: string }) {
  const date = new Date(at)
  return (
    <time className="whitespace-nowrap" dateTime={date.toISOString()}>
      {formatDateTime(date)}
    </time>
  )
}

/** A day on one line, in the time zone of the browser, and the time in its `title`. */
export function Day({ at }: { at: string }) {
  const date = new Date(at)
  return (
    <time className="whitespace-nowrap" dateTime={date.toISOString()} title={formatDateTime(date)}>
      {formatDay(date)}
    </time>
  )
}

/** Shows the time when data was read; before that an empty line, so that the controls beside it stay where they are. */
export function ReadAt({ read }: { read: Date | null }) {
  return <p className="text-sm text-muted">{read ? `As of ${formatTimeOfDay(read)}` : '\u00a0'}</p>
}

/** The time zone of all times in the console, in words. */
export function TimeZoneNote() {
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'long' }).formatToParts()
  return <>All times are in {parts.find(({ type }) => type === 'timeZoneName')?.value}.</>
}
