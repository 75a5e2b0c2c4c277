import { beforeEach, expect, test, vi } from 'vitest'
import { formatCalendarDay, formatTimeOfDay } from './calendar-text.ts'

const HOUR_MS = 3_600_000

// Uses a time zone three and a half hours behind UTC, because with the time zone UTC a mix-up of local time and UTC would go unnoticed.
beforeEach(() => {
  vi.stubEnv('TZ', 'America/St_Johns')
})

/** Yields a time about every seven hours over five years, including a leap day and both daylight saving changes. */
function* moments() {
  const until = Date.UTC(2029, 0, 2)
  for (let at = Date.UTC(2024, 0, 1); at < until; at += 6.95 * HOUR_MS) yield new Date(at)
}

test('formatCalendarDay and formatTime give the same text as Intl.DateTimeFormat for en-US', () => {
  const day = { month: 'short', day: 'numeric', year: 'numeric' } as const
  const here = new Intl.DateTimeFormat('en-US', day)
  const utc = new Intl.DateTimeFormat('en-US', { ...day, timeZone: 'UTC' })
  const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
  for (const moment of moments()) {
    expect(formatCalendarDay(moment, 'of the visitor')).toBe(here.format(moment))
    expect(formatCalendarDay(moment, 'UTC')).toBe(utc.format(moment))
    expect(formatTimeOfDay(moment)).toBe(clock.format(moment).replace(/\s/, '\u00a0'))
  }
})

test('formatTimeOfDay writes midnight as 12 AM and noon as 12 PM', () => {
  expect(formatTimeOfDay(new Date(2026, 4, 1, 0, 5))).toBe('12:05\u00a0AM')
  expect(formatTimeOfDay(new Date(2026, 4, 1, 12, 0))).toBe('12:00\u00a0PM')
})

test('formatCalendarDay returns the day in the given time zone when the local day and the UTC day differ', () => {
  const moment = new Date('2025-03-06T02:00:00Z')
  expect([formatCalendarDay(moment, 'of the visitor'), formatCalendarDay(moment, 'UTC')]).toEqual([
    'Mar 5, 2025',
    'Mar 6, 2025',
  ])
})
