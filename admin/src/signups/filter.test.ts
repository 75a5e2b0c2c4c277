import { expect, test } from 'vitest'
import { parseSignupFilter } from './filter.ts'
import { parseSignupCursor } from './pages.ts'

const none = {
  since: undefined,
  until: undefined,
  status: undefined,
  paid: false,
  flagged: false,
  source: undefined,
  search: undefined,
  wave: undefined,
}

test('parseSignupFilter parses the options, treats blank texts as missing, and names the option of an invalid value', () => {
  expect(parseSignupFilter({ ...none, paid: true, source: ' payment ', search: ' ', wave: 'spring' })).toEqual({
    since: null,
    until: null,
    status: 'paid',
    flagged: false,
    source: 'payment',
    search: null,
    wave: 'spring',
  })
  expect(() => parseSignupFilter({ ...none, until: 'soon' })).toThrow('--until must be a day')
})

test('parseSignupCursor parses time, id and address of a row, and refuses any other format with an error that names --after', () => {
  const id = '3f2a9c10-0000-4000-8000-000000000000'
  expect(parseSignupCursor(`2026-03-05T10:00:00.123456+00:00 ${id} ada@example.com`)).toEqual({
    created_at: '2026-03-05T10:00:00.123456+00:00',
    id,
    email: 'ada@example.com',
  })
  expect(parseSignupCursor(undefined)).toBeNull()
  for (const text of ['', id, `now ${id} a`, `2026-03-05 ${id}`, `2026-03-05T10:00:00Z ${id}x a`]) {
    expect(() => parseSignupCursor(text), text).toThrow('--after is the time, the id and the address')
  }
})
