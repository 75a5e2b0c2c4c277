import { expect, test } from 'vitest'
import { formatDateTime, formatDay } from './date-time.ts'

test('a time has its time zone, with ordinary spaces, and a day has none', () => {
  expect(formatDateTime('2026-03-05T14:07:59Z', 'UTC')).toBe('Mar 5, 2026, 2:07 PM UTC')
  expect(formatDateTime('2026-03-05T02:07:00Z', 'America/New_York')).toBe('Mar 4, 2026, 9:07 PM EST')
  expect(formatDay('2026-03-05')).toBe('Mar 5, 2026')
})

test('formatDay returns a text that is no day unchanged', () => {
  for (const text of ['', 'soon', '2026-03-05T14:07:00Z', '2026-3-5']) expect(formatDay(text)).toBe(text)
})
