import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

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
])('the cell of %j is %s', (value, cell) => {
  expect(toCsv(['a', 'b'], [[value, '1']])).toBe(`a,b\n${cell},1`)
})

test('a name in the header is quoted only when the line would be read differently', () => {
  expect(toCsv(['first name', 'h,i'], [['a', 'b']])).toBe('first name,"h,i"\na,b')
})

test('a table without rows is the header line only', () => {
  expect(toCsv(['a', 'b'], [])).toBe('a,b')
})
