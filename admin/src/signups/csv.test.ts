import { expect, test } from 'vitest'
import { csvHead, csvLine } from './csv.ts'

test('a line has its values between commas, quoted where they need it', () => {
  expect(csvLine(['plain text', ' a', 'b ', 'a, b', 'say "hi"', 'two\nlines', null, true, 12.5])).toBe(
    'plain text," a","b ","a, b","say ""hi""","two\nlines",,true,12.5\r\n',
  )
})

test('what a spreadsheet would run is text to it', () => {
  for (const formula of ['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1', '  =1', '\u00a0=1', '＝1', '＋1', '－1', '＠a']) {
    expect(csvLine([formula]), JSON.stringify(formula)).toMatch(/^"?'/)
  }
  expect(csvLine([-12.5, 'Anne-Marie', "O'Neill", 'a=b'])).toBe("-12.5,Anne-Marie,O'Neill,a=b\r\n")
})

test('the first line names the columns, behind a byte order mark when asked for', () => {
  expect(csvHead(['a', 'b'], false)).toBe('a,b\r\n')
  expect(csvHead(['a', 'b'], true)).toBe('\ufeffa,b\r\n')
})
