import { expect, test } from 'vitest'
import { csvHead, csvLine } from './csv.ts'

test('csvLine separates values by commas and quotes those that need it', () => {
  expect(csvLine(['plain text', ' a', 'b ', 'a, b', 'say "hi"', 'two\nlines', null, true, 12.5])).toBe(
    'plain text," a","b ","a, b","say ""hi""","two\nlines",,true,12.5\r\n',
  )
})

test('csvLine prefixes text that a spreadsheet would run as a formula with an apostrophe', () => {
  for (const formula of ['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1', '  =1', '\u00a0=1', '＝1', '＋1', '－1', '＠a']) {
    expect(csvLine([formula]), JSON.stringify(formula)).toMatch(/^"?'/)
  }
  expect(csvLine([-12.5, 'Anne-Marie', "O'Neill", 'a=b'])).toBe("-12.5,Anne-Marie,O'Neill,a=b\r\n")
})

test('csvHead lists the columns, with a byte order mark when requested', () => {
  expect(csvHead(['a', 'b'], false)).toBe('a,b\r\n')
  expect(csvHead(['a', 'b'], true)).toBe('\ufeffa,b\r\n')
})
