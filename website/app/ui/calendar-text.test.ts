import { beforeEach, expect, test, vi } from 'vitest'
import { clockText, dayText } from './calendar-text.ts'

const HOUR_MS = 3_600_000

// Three and a half hours from UTC: on a machine in UTC the two calendars would be one.
beforeEach(() => {
  vi.stubEnv('TZ', 'America/St_Johns')
})

/** Every seventh hour or so of five years, leap day and both changes of the clocks among them. */
function* moments() {
  const until = Date.UTC(2029, 0, 2)
  for (let at = Date.UTC(2024, 0, 1); at < until; at += 6.95 * HOUR_MS) yield new Date(at)
}

test('days and times read as the platform writes them for readers of American English', () => {
  const day = { month: 'short', day: 'numeric', year: 'numeric' } as const
  const here = new Intl.DateTimeFormat('en-US', day)
  const utc = new Intl.DateTimeFormat('en-US', { ...day, timeZone: 'UTC' })
  const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
  for (const moment of moments()) {
    expect(dayText(moment, 'of the visitor')).toBe(here.format(moment))
    expect(dayText(moment, 'UTC')).toBe(utc.format(moment))
    expect(clockText(moment)).toBe(clock.format(moment).replace(/\s/, '\u00a0'))
  }
})

test('noon and midnight are twelve', () => {
  expect(clockText(new Date(2026, 4, 1, 0, 5))).toBe('12:05\u00a0AM')
  expect(clockText(new Date(2026, 4, 1, 12, 0))).toBe('12:00\u00a0PM')
})

test('late in the evening the visitor has another day than UTC', () => {
  const moment = new Date('2025-03-06T02:00:00Z')
  expect([dayText(moment, 'of the visitor'), dayText(moment, 'UTC')]).toEqual(['Mar 5, 2025', 'Mar 6, 2025'])
})
