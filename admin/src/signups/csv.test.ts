import { expect, test } from 'vitest'
import { formatCsvHeader, formatCsvLine } from './csv.ts'

test('formatCsvLine separates values by commas and quotes those with spaces at an end, commas, quotes or line breaks', () => {
  expect(formatCsvLine(['plain text', ' a', 'b ', 'a, b', 'say "hi"', 'two\nlines', null, true, 12.5])).toBe(
    'plain text," a","b ","a, b","say ""hi""","two\nlines",,true,12.5\r\n',
  )
})

test('formatCsvLine prefixes a spreadsheet formula with an apostrophe, so that it is not evaluated', () => {
  for (const formula of ['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1', '  =1', '\u00a0=1', '＝1', '＋1', '－1', '＠a']) {
    expect(formatCsvLine([formula]), JSON.stringify(formula)).toMatch(/^"?'/)
  }
  expect(formatCsvLine([-12.5, 'Anne-Marie', "O'Neill", 'a=b'])).toBe("-12.5,Anne-Marie,O'Neill,a=b\r\n")
})

test('formatCsvHeader lists the columns, preceded by a byte order mark when requested', () => {
  expect(formatCsvHeader(['a', 'b'], false)).toBe('a,b\r\n')
  expect(formatCsvHeader(['a', 'b'], true)).toBe('\ufeffa,b\r\n')
})
