import { expect, test } from 'vitest'
import { formatRowsAsCsv } from './csv.ts'

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two words', '"two words"'],
  ['back\\slash', '"back\\\\slash"'],
  ['f(x)', '"f(x)"'],
  ['Grüße', 'Grüße'],
  ['', '""'],
  [null, ''],
])('the CSV cell of the value %j is %s', (value, cell) => {
  expect(formatRowsAsCsv(['a', 'b'], [[value, '1']])).toBe(`a,b\n${cell},1`)
})

test('a CSV header quotes a column name that contains a comma, but not one that contains a space', () => {
  expect(formatRowsAsCsv(['first name', 'h,i'], [['a', 'b']])).toBe('first name,"h,i"\na,b')
})

test('the CSV of a table without rows is the header line only', () => {
  expect(formatRowsAsCsv(['a', 'b'], [])).toBe('a,b')
})
