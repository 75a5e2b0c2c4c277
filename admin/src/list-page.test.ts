import { expect, test } from 'vitest'
import { parseRowCursor } from './list-page.ts'

const ID = '3f2a9c10-0000-4000-8000-000000000000'

test('parseRowCursor splits a cursor into time and id, and returns null without a cursor', () => {
  expect(parseRowCursor(`2026-03-05T10:00:00.123456+00:00 ${ID}`, 'mail')).toEqual({
    at: '2026-03-05T10:00:00.123456+00:00',
    id: ID,
  })
  expect(parseRowCursor(undefined, 'mail')).toBeNull()
})

test('parseRowCursor rejects any other text, including texts that would add a condition to the filter', () => {
  for (const text of [
    '',
    ID,
    `2026-03-05 ${ID}`,
    `2026-03-05T10:00:00Z",id.gt.0 ${ID}`,
    `2026-03-05T10:00:00Z ${ID}\n`,
  ]) {
    expect(() => parseRowCursor(text, 'mail'), text).toThrow('--after is the time and the id of a mail')
  }
})
