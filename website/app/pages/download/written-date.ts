// Release dates are not parsed by `Date`, because its behaviour for formats other than ISO 8601 depends on the browser: it parses `hello
// 2025` as January 1 and February 30 as March 2, and reads a day without a time in the visitor's time zone or in UTC, depending on the
// format.

const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const WEEKDAY = '(?:(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?(?: ?, ?| ))?'

type Day = { year: number; month: number; day: number }

/** Accepted formats of a day: the four of ISO 8601, RFC 2822, common written formats, and the output formats of `Date`. */
const DAYS: readonly [RegExp, (...parts: string[]) => Day][] = [
  [/^(?:\+00)?(\d{4})([-/.])(\d\d?)\2(\d\d?)/, (year, _, month, day) => dayOf(year, month, day)],
  [/^(\d{4})-?w(\d\d)-?([1-7])(?!\d)/, (year, week, weekday) => dayOfWeek(Number(year), Number(week), Number(weekday))],
  [/^(\d{4})(\d\d)(\d\d)(?!\d)/, (year, month, day) => dayOf(year, month, day)],
  [/^(\d{4})-?(\d{3})(?!\d)/, (year, day) => dayOfYear(Number(year), Number(day))],
  [/^(\d\d?)\/(\d\d?)\/(\d{4})/, (month, day, year) => dayOf(year, month, day)],
  [
    new RegExp(`^${WEEKDAY}(\\d\\d?)[ -]${MONTH},?[ -](\\d{2,4})(?!\\d)`),
    (day, month, year) => dayOf(year, monthNumber(month), day),
  ],
  [
    new RegExp(`^${WEEKDAY}${MONTH}[ -](\\d\\d?),?[ -](\\d{4})`),
    (month, day, year) => dayOf(year, monthNumber(month), day),
  ],
  [new RegExp(`^(\\d{4})[ -]${MONTH}[ -](\\d\\d?)`), (year, month, day) => dayOf(year, monthNumber(month), day)],
]

const TIME = /^(?:,? ?[t ] ?(\d\d?)(?::?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?)?(?: ?([ap])m)?)?/
const ZONE = /^ ?(?:(z|utc?|gmt)|([ecmp])([sd])t|(?:utc|gmt)?([+-])(\d\d):?(\d\d)?)?$/

/** Hours behind UTC of the North American time zones, by first letter of their abbreviation (EST, CST, MST, PST; RFC 2822, section 4.3). */
const BEHIND: Record<string, number> = { e: 5, c: 6, m: 7, p: 8 }

/** Pattern for the output format of the Unix command `date`, which has the year after the time. */
const YEAR_LAST = /^(\D+\d\d?) (\d\d:\d\d:\d\d)( [a-z]+)? (\d{4})$/

/** A parsed release date. Without a time or a zone it is the same calendar day in every time zone. */
export type ParsedReleaseDate = { moment: Date; calendar: 'of the visitor' | 'UTC' }

/** Parses a written date. Returns null when it is not a date, has no day, or does not exist in the calendar. */
export function parseWrittenDate(text: string): ParsedReleaseDate | null {
  // Removes comments in parentheses (RFC 2822) and replaces the minus sign U+2212, which ISO 8601 prefers in an offset, by a hyphen.
  const plain = text.replace(/\([^()]*\)/g, ' ').replaceAll('\u2212', '-')
  const words = plain.replace(/\s+/g, ' ').trim().toLowerCase().replace(YEAR_LAST, '$1 $4 $2$3')
  for (const [shape, read] of DAYS) {
    const [whole, ...parts] = shape.exec(words) ?? []
    if (whole === undefined) continue
    const day = read(...parts)
    return existsInCalendar(day) ? atTime(day, words.slice(whole.length)) : null
  }
  return null
}

function atTime({ year, month, day }: Day, rest: string): ParsedReleaseDate | null {
  const [time = '', hour, minute, second, half] = TIME.exec(rest) ?? []
  const zone = ZONE.exec(rest.slice(time.length))
  const hours = half === undefined ? Number(hour ?? 0) : (Number(hour) % 12) + (half === 'p' ? 12 : 0)
  const seconds = Number(second ?? 0)
  // Accepts 24:00 as the end of a day, and a leap second (second 60).
  const isTime = hours * 60 + Number(minute ?? 0) <= 24 * 60 && Number(minute ?? 0) < 60 && seconds <= 60
  if (!zone || !isTime || (half !== undefined && (Number(hour) < 1 || Number(hour) > 12))) return null
  const asWritten = Date.UTC(year, month - 1, day, hours, Number(minute ?? 0), seconds)
  const offset = offsetMinutes(zone)
  if (offset === null || hour === undefined) return { moment: new Date(asWritten), calendar: 'UTC' }
  return { moment: new Date(asWritten - offset * 60_000), calendar: 'of the visitor' }
}

/** Returns a time zone's offset from UTC in minutes, or null when the text contains no time zone. */
function offsetMinutes([, utc, region, summer, sign, hours, minutes]: RegExpExecArray): number | null {
  if (utc !== undefined) return 0
  if (region !== undefined) return -60 * ((BEHIND[region] ?? 0) - (summer === 'd' ? 1 : 0))
  if (sign === undefined) return null
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0))
}

function dayOf(year: string | undefined, month: string | number | undefined, day: string | undefined): Day {
  return { year: fullYear(year ?? ''), month: Number(month), day: Number(day) }
}

/** Expands a year by RFC 2822, section 4.3: two digits are 1950 to 2049, three digits are added to 1900. */
function fullYear(year: string): number {
  if (year.length > 3) return Number(year)
  return Number(year) + (year.length === 2 && Number(year) < 50 ? 2000 : 1900)
}

function monthNumber(name: string | undefined): number {
  return 'janfebmaraprmayjunjulaugsepoctnovdec'.indexOf((name ?? '').slice(0, 3)) / 3 + 1
}

function dayOfYear(year: number, day: number): Day {
  const moment = new Date(Date.UTC(year, 0, day))
  return moment.getUTCFullYear() === year ? asDay(moment) : { year, month: 0, day }
}

/** Returns the day of an ISO week date. Week 1 is the week with January 4; weeks begin on Monday. */
function dayOfWeek(year: number, week: number, weekday: number): Day {
  const fourth = new Date(Date.UTC(year, 0, 4))
  const firstMonday = 4 - ((fourth.getUTCDay() + 6) % 7)
  const day = asDay(new Date(Date.UTC(year, 0, firstMonday + (week - 1) * 7 + weekday - 1)))
  return week >= 1 && week <= 53 ? day : { ...day, month: 0 }
}

function asDay(moment: Date): Day {
  return { year: moment.getUTCFullYear(), month: moment.getUTCMonth() + 1, day: moment.getUTCDate() }
}

/** Returns whether a day exists in the calendar (`Date` would convert February 30 to March 2). Rejects placeholder years before 1900. */
function existsInCalendar({ year, month, day }: Day): boolean {
  const moment = new Date(Date.UTC(year, month - 1, day))
  return year >= 1900 && moment.getUTCMonth() === month - 1
}
