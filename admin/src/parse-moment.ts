const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?)?$/

/**
 * Parses a day (2026-03-05, its midnight in the local time zone) or a time (2026-03-05T10:00, with or without seconds and zone). Returns null
 * for any other text, and for a day or time that does not exist: `Date` would move February 30 to March 2, and 24:00 and the hour that the
 * clocks skip in spring to the hour after.
 */
export function parseMoment(text: string): Date | null {
  const [, day, time, seconds = '00', zone] = MOMENT.exec(text) ?? []
  if (day === undefined) return null
  const written = `${day}T${time ?? '00:00'}:${seconds}`
  const inUtc = new Date(`${written}Z`)
  const moment = new Date(`${day}T${text.slice(11) || '00:00'}`)
  if (Number.isNaN(inUtc.getTime()) || Number.isNaN(moment.getTime()) || !inUtc.toISOString().startsWith(written))
    return null
  const isSkipped = time !== undefined && zone === undefined && moment.getHours() !== Number(time.slice(0, 2))
  return isSkipped ? null : moment
}
