import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('cells that could be read in two ways are quoted', () => {
  const rows = [['plain', 'a,b', 'say "hi"', 'two\nlines', ' edge', 'back\\slash', '', null]]
  expect(toCsv(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h,i'], rows)).toBe(
    'a,b,c,d,e,f,g,"h,i"\nplain,"a,b","say ""hi""","two\nlines"," edge",back\\slash,"",',
  )
})

test('white space is quoted at either end, not within', () => {
  expect(toCsv(['a', 'b', 'c'], [['a b', 'end ', 're\rturn']])).toBe('a,b,c\na b,"end ","re\rturn"')
})

test('without rows there is the line of names', () => {
  expect(toCsv(['a', 'b'], [])).toBe('a,b')
})
