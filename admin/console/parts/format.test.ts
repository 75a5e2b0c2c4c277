import { afterEach, expect, test, vi } from 'vitest'
import { formatCount, formatDateTime, formatSeconds, toWords } from './format.ts'

afterEach(() => vi.unstubAllEnvs())

test('times are written as Nov 26, 2026, 8:44 PM in the time zone of the browser', () => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(formatDateTime(new Date('2026-11-27T01:44:00Z'))).toBe('Nov 26, 2026, 8:44\u{a0}PM')
})

test('numbers have thousands separators, durations have units, and identifiers become words', () => {
  expect([formatCount(1, 'email'), formatCount(1234, 'email')]).toEqual(['1 email', '1,234 emails'])
  expect([formatSeconds(4), formatSeconds(7500)]).toEqual(['4\u{a0}s', '2 h 5 min'])
  expect([toWords('early-access-1'), toWords('auth_notice')]).toEqual(['Early access 1', 'Auth notice'])
})
