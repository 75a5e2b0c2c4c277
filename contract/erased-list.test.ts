import { expect, test } from 'vitest'
import { formatErasedList, MalformedErasedListError, mergeErasedLists, parseErasedList } from './erased-list.ts'

const [one, two] = ['a'.repeat(64), 'b'.repeat(64)]

test('parseErasedList parses the output of formatErasedList, and ignores comments and empty lines', () => {
  const list = [{ hash: one, erased_at: '2026-03-05T10:00:00.123456+00:00' }]
  const text = formatErasedList(list)
  expect(text).toMatch(/^# /)
  expect(parseErasedList(text)).toEqual(list)
  expect(parseErasedList(`\n# a comment\r\n${one} 2026-03-05T10:00:00Z\r\n\n`)).toHaveLength(1)
})

test('parseErasedList throws for a malformed line, because skipping it would restore erased personal data', () => {
  for (const line of [
    one,
    `${one} yesterday`,
    `${one.slice(1)} 2026-03-05T10:00:00Z`,
    'ada@example.com 2026-03-05',
    '{}',
  ]) {
    expect(() => parseErasedList(line), line).toThrow(MalformedErasedListError)
  }
})

test('mergeErasedLists keeps each hash once, with the latest of its times', () => {
  const [early, late] = ['2026-03-05T10:00:00Z', '2026-03-05T12:00:00+01:00'.replace('12', '14')]
  const merged = mergeErasedLists(
    [{ hash: one, erased_at: late }],
    [{ hash: two, erased_at: early }],
    [{ hash: one, erased_at: early }],
  )
  expect(merged).toEqual([
    { hash: two, erased_at: early },
    { hash: one, erased_at: late },
  ])
})
