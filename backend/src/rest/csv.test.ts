import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('cells with commas, quotes, line breaks or outer white space are quoted', () => {
  const rows = [['plain', 'a,b', 'say "hi"', 'two\nlines', ' edge', 'back\\slash', '', null]]
  expect(toCsv(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h,i'], rows)).toBe(
    'a,b,c,d,e,f,g,"h,i"\nplain,"a,b","say ""hi""","two\nlines"," edge",back\\slash,"",',
  )
})

test('white space is quoted at the start and end of a cell, not inside', () => {
  expect(toCsv(['a', 'b', 'c'], [['a b', 'end ', 're\rturn']])).toBe('a,b,c\na b,"end ","re\rturn"')
})

test('a table without rows is the header line only', () => {
  expect(toCsv(['a', 'b'], [])).toBe('a,b')
})
