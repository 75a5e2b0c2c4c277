import { formatCalendarDay } from '@site/ui/calendar-text.ts'
import { expect, test, vi } from 'vitest'
import { formatFileSize } from './file-size.ts'
import { formatReleaseDate } from './release-date.ts'

/** Days to test: ends of months and years, leap days, and every tenth day over a few years. */
const days = [
  ...['2025-03-05', '2024-02-29', '2025-02-28', '2025-12-31', '2026-01-01', '2020-12-31', '2021-01-01', '2000-02-29'],
  ...Array.from({ length: 120 }, (_, i) => new Date(Date.UTC(2023, 0, 1 + 10 * i)).toISOString().slice(0, 10)),
].map((iso) => new Date(`${iso}T00:00:00Z`))

/** Returns a day in many formats without a time. */
function writtenDays(day: Date): string[] {
  const iso = day.toISOString().slice(0, 10)
  const [year = '', month = '', date = ''] = iso.split('-')
  const partOf = (options: Intl.DateTimeFormatOptions) => day.toLocaleDateString('en', { timeZone: 'UTC', ...options })
  const [name, weekday] = [partOf({ month: 'long' }), partOf({ weekday: 'long' })]
  const short = name.slice(0, 3)
  const bare = String(Number(date))
  return [
    iso,
    ` ${iso}\n`,
    `${year}/${month}/${date}`,
    `${year}/${Number(month)}/${bare}`,
    `${Number(month)}/${bare}/${year}`,
    `${month}/${date}/${year}`,
    `${name} ${bare}, ${year}`,
    `${short} ${bare}, ${year}`,
    `${short} ${date} ${year}`,
    `${short.toUpperCase()} ${bare}, ${year}`,
    `${bare} ${name} ${year}`,
    `${date} ${short} ${year}`,
    `${weekday}, ${name} ${bare}, ${year}`,
    `${weekday.slice(0, 3)} ${short} ${date} ${year}`,
    `${weekday.slice(0, 3)}, ${date} ${short} ${year}`,
  ]
}

/** Returns a time in many formats with a time zone. */
function writtenMoments(moment: Date): string[] {
  const iso = moment.toISOString()
  const zoned = ['+02:00', '-08:00', '+05:30', '+14:00'].flatMap((zone) => {
    const [hours = 0, minutes = 0] = zone.split(':').map(Number)
    const ahead = (hours * 60 + Math.sign(hours) * minutes) * 60_000
    const local = new Date(moment.getTime() + ahead).toISOString()
    return [`${local.slice(0, 19)}${zone}`, `${rfcDay(local)} ${local.slice(11, 19)} ${zone.replace(':', '')}`]
  })
  const eastern = new Date(moment.getTime() - 5 * 3_600_000).toISOString()
  return [
    iso,
    iso.replace('.000', ''),
    `${iso.slice(0, 16)}Z`,
    iso.replace('T', ' '),
    iso.toLowerCase(),
    moment.toUTCString(),
    moment.toString(),
    `${rfcDay(iso)} ${iso.slice(11, 16)} UT`,
    `${rfcDay(iso)} ${iso.slice(11, 19)} GMT (a comment)`,
    `${rfcDay(eastern)} ${eastern.slice(11, 19)} EST`,
    ...zoned,
  ]
}

function rfcDay(iso: string): string {
  const day = new Date(`${iso.slice(0, 10)}T00:00:00Z`)
  return day.toUTCString().slice(0, 16)
}

test('formatReleaseDate returns the written day for a date without a time zone, whatever the time zone of the visitor', {
  tags: ['R2.39', 'R9.13'],
}, () => {
  for (const zone of ['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati']) {
    vi.stubEnv('TZ', zone)
    for (const text of ['2025-03-05', '5 Mar 2025', 'March 5, 2025', '2025-03-05T00:00', '2025-03-05T23:59'])
      expect([zone, text, formatReleaseDate(text)]).toEqual([zone, text, 'Mar 5, 2025'])
  }
})

test('formatReleaseDate formats a day in any supported notation as “Mar 5, 2025”', { tags: ['R2.39', 'R9.13'] }, () => {
  for (const day of days) {
    const wanted = formatCalendarDay(day, 'UTC')
    for (const text of writtenDays(day)) expect([text, formatReleaseDate(text)]).toEqual([text, wanted])
  }
})

test('formatReleaseDate converts a time with a time zone to the day in the time zone of the visitor', () => {
  for (const day of days) {
    for (const hour of [0, 3, 12, 21, 23.5]) {
      const moment = new Date(day.getTime() + hour * 3_600_000)
      for (const text of writtenMoments(moment))
        expect([text, formatReleaseDate(text)]).toEqual([text, formatCalendarDay(moment, 'of the visitor')])
    }
  }
})

test('formatReleaseDate returns the written day for a time without a time zone', () => {
  for (const text of [
    '2025-03-05T00:00',
    '2025-03-05 23:59:59',
    '2025-03-05T10:00:00.123',
    '3/5/2025, 10:00:00 AM',
    'Mar 5, 2025 11:30 pm',
  ])
    expect([text, formatReleaseDate(text)]).toEqual([text, 'Mar 5, 2025'])
})

test('formatReleaseDate returns “Recently” for an invalid, ambiguous or incomplete date', { tags: ['R8.23'] }, () => {
  const none = ['', ' ', 'soon', 'null', 'undefined', 'NaN', 'Invalid Date', 'today', 'Recently', '<b>2025-03-05</b>']
  // Invalid inputs: texts without a day of the month, or only a number. `Date` parses most of them as the first of a month.
  const vague = [
    '0',
    '7',
    '2025',
    '2025-03',
    'March 2025',
    'Q1 2025',
    '25',
    '1741132800',
    '1741132800000',
    '20250',
    '20250305',
    '5.3.2025', // ambiguous: 5 March or 3 May, depending on the country; `Date` parses it as May 3
  ]
  // Invalid inputs: days, times and time zones that do not exist.
  const impossible = [
    '2025-13-01',
    '2025-00-10',
    '2025-02-30',
    '2025-02-29',
    '2025-02-31T10:00:00Z',
    '2025-04-31',
    '2025-3-0',
  ]
  const more = ['February 30, 2025', '31 April 2025', '13/13/2025', '25/12/2025']
  const times = ['2025-03-05T25:00Z', '2025-03-05T10:60Z', '2025-03-05T10:00:61Z']
  const trailing = [
    '2025-03-05Tnonsense',
    '2025-03-05T',
    '2025-03-05 or later',
    '2025-03-055',
    'March 5, 20255',
    'hello 2025',
    'v1 2025-03-05',
    '2025-03-05/2025-03-06',
  ]
  const known = ['0000-00-00', '0001-01-01T00:00:00Z', '1899-12-30', '2025-03-05T10:00:00 Moon']
  for (const text of [...none, ...vague, ...impossible, ...more, ...times, ...trailing, ...known])
    expect([text, formatReleaseDate(text)]).toEqual([text, 'Recently'])
})

test('formatReleaseDate parses hostile 100-character strings in under two seconds of CPU time (no catastrophic backtracking)', () => {
  const before = process.threadCpuUsage()
  for (const part of ['1', '(', ' ', 'mon', 'jan', '2025-03-05', '2025-03-05T10:00:00 (', '+', ':'])
    for (let i = 0; i < 100; i++) formatReleaseDate(part.repeat(100).slice(0, 100))
  // Measures CPU time (in microseconds) instead of elapsed time, because it does not depend on the machine's load.
  expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000)
})

test('formatFileSize formats sizes in bytes, kB, MB and GB', () => {
  const sizes = {
    1: '1 bytes',
    999: '999 bytes',
    1000: '1.0 kB',
    86_400_000: '86 MB',
    1_250_000_000: '1.3 GB',
    5e13: '50000 GB',
  }
  for (const [bytes, text] of Object.entries(sizes)) expect(formatFileSize(Number(bytes))).toBe(text)
})
