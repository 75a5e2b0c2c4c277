import { expect, test } from 'vitest'
import { parseWrittenDate } from './written-date.ts'

function momentOf(text: string): string | undefined {
  return parseWrittenDate(text)?.moment.toISOString().slice(0, 19)
}

test('parseWrittenDate selects the calendar of the visitor for a time with a zone, and UTC if the time or zone is missing', () => {
  expect(parseWrittenDate('2025-03-05T14:07+02:00')?.calendar).toBe('of the visitor')
  for (const text of ['2025-03-05', '2025-03-05T14:07', '2025-03-05Z', '2025-03-05+02:00']) {
    expect(parseWrittenDate(text)?.calendar, text).toBe('UTC')
  }
  expect(momentOf('2025-03-05+02:00')).toBe('2025-03-05T00:00:00')
})

test.each([
  ['12:05 AM', '00:05:00'],
  ['1:05 am', '01:05:00'],
  ['11am', '11:00:00'],
  ['12:05 pm', '12:05:00'],
  ['1:05 pm', '13:05:00'],
  ['11:59:59 PM', '23:59:59'],
  ['12:05', '12:05:00'],
  ['0:05', '00:05:00'],
])('parseWrittenDate parses the time %s as %s', (written, time) => {
  expect(momentOf(`March 5, 2025 ${written}`)).toBe(`2025-03-05T${time}`)
  expect(momentOf(`March 5, 2025 ${written} UTC`)).toBe(`2025-03-05T${time}`)
})

test.each(['0:05 am', '0:05 pm', '13:05 pm', '24:01', '23:60', '23:59:61'])(
  'parseWrittenDate returns null for the invalid time %s',
  (written) => {
    expect(parseWrittenDate(`March 5, 2025 ${written}`)).toBeNull()
  },
)

test('parseWrittenDate accepts a leap second and 24:00 as the start of the next day', () => {
  expect(momentOf('2016-12-31T23:59:60Z')).toBe('2017-01-01T00:00:00')
  expect(momentOf('2016-12-31T24:00Z')).toBe('2017-01-01T00:00:00')
})

test.each([
  ['49', '2049'],
  ['50', '1950'],
  ['99', '1999'],
  ['00', '2000'],
  ['049', '1949'],
  ['125', '2025'],
])('parseWrittenDate expands the year %s to %s', (written, year) => {
  expect(momentOf(`5 Mar ${written}`)).toBe(`${year}-03-05T00:00:00`)
})

test.each(['2025-W00-1', '2025-W54-1', '2025-366', '2025-000', '1899-12-31', '2025-02-29', '2025-04-31', '2025-03-00'])(
  'parseWrittenDate returns null for the day %s, which does not exist or is before 1900',
  (text) => {
    expect(parseWrittenDate(text)).toBeNull()
  },
)

test('parseWrittenDate accepts the first day of 1900 and day 366 of a leap year', () => {
  expect(momentOf('1900-01-01')).toBe('1900-01-01T00:00:00')
  expect(momentOf('2024-366')).toBe('2024-12-31T00:00:00')
})

test('parseWrittenDate treats an RFC 2822 comment in parentheses as a space', () => {
  expect(momentOf('5(the fifth)Mar(ch)2025')).toBe('2025-03-05T00:00:00')
})
