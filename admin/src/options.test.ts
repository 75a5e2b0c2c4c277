import { expect, test } from 'vitest'
import { parseCount, parseIdPrefix, parseTimeOption, requireSingleMatch, shortenId } from './options.ts'

const limits = { least: 1, most: 500 }

test('parseCount accepts a whole number within its limits', () => {
  expect(['1', '500', '0042'].map((text) => parseCount('--limit', text, limits))).toEqual([1, 500, 42])
  for (const text of ['0', '501', '-1', '1.5', '1e2', '0x10', ' 5', '5 ', '', 'many', '9'.repeat(13)]) {
    expect(() => parseCount('--limit', text, limits), text).toThrow(
      `--limit must be a whole number from 1 to 500, and "${text}" is not.`,
    )
  }
  expect(parseCount('spots', '0', { least: 0, most: 999_999_999_999 })).toBe(0)
  expect(parseCount('spots', '9'.repeat(12), { least: 0, most: 999_999_999_999 })).toBe(999_999_999_999)
})

test('parseTimeOption returns an ISO timestamp, and parses a date as midnight in the local time zone', () => {
  expect(parseTimeOption('--since', undefined)).toBeNull()
  expect(parseTimeOption('--since', '2026-03-05T10:00Z')).toBe('2026-03-05T10:00:00.000Z')
  expect(parseTimeOption('--since', '2026-03-05')).toBe(new Date(2026, 2, 5).toISOString())
})

test('parseTimeOption rejects a day that does not exist and other text, even if Date could parse it', () => {
  for (const text of ['', 'March 5, 2026', '2026-02-30', '2026-03-05x']) {
    expect(() => parseTimeOption('--since', text), text).toThrow(
      `--since must be a day such as 2026-03-05, and "${text}" is not.`,
    )
  }
})

test('parseIdPrefix returns the range of UUIDs that begin with the given six or more hex digits', () => {
  expect(parseIdPrefix('A1B2C3')).toEqual({
    from: 'a1b2c300-0000-0000-0000-000000000000',
    to: 'a1b2c3ff-ffff-ffff-ffff-ffffffffffff',
  })
  const whole = '0b7a1f2e-3c4d-4e5f-8a9b-0c1d2e3f4a5b'
  expect(parseIdPrefix(whole)).toEqual({ from: whole, to: whole })
  for (const text of ['a1b2c', 'g1b2c3', `${whole}0`, 'xa1b2c3', 'a1b2c3x', '']) {
    expect(() => parseIdPrefix(text), text).toThrow(
      `"${text}" is not an id: copy at least six of its characters from the list.`,
    )
  }
  expect(shortenId(whole)).toBe('0b7a1f2e')
})

test('requireSingleMatch rejects an id prefix that matches no row or several rows', () => {
  expect(requireSingleMatch(['a'], 'a1b2c3', 'mail')).toBe('a')
  expect(() => requireSingleMatch([], 'a1b2c3', 'mail')).toThrow('There is no mail a1b2c3.')
  expect(() => requireSingleMatch(['a', 'b'], 'a1b2c3', 'mail')).toThrow(
    'Several mails begin with a1b2c3: copy more of the id.',
  )
})
