import { expect, test } from 'vitest'
import { formatCsvHeader, formatCsvLine, parseCsv } from './csv.ts'

test('formatCsvLine separates values by commas and quotes those with spaces at an end, commas, quotes or line breaks', () => {
  expect(formatCsvLine(['plain text', ' a', 'b ', 'a, b', 'say "hi"', 'two\nlines', null, true, 12.5])).toBe(
    'plain text," a","b ","a, b","say ""hi""","two\nlines",,true,12.5\r\n',
  )
})

test('formatCsvLine puts an apostrophe before a spreadsheet formula, also where another separator would begin a cell', () => {
  for (const separated of [
    'Ada;=1+1',
    'Ada;  =1',
    'Ada;"=1"',
    'Ada\t=1',
    'Ada\n=1',
    'Ada;\u200b=1',
    'a;;+1',
    'a;\u0001@x',
  ])
    expect(formatCsvLine([separated]), JSON.stringify(separated)).toMatch(/^"[^=]*[;\t\n]'[^\w;]*[=+@]/)
  for (const formula of [
    '=1+1',
    '+1',
    '-1',
    '@sum',
    '\t=1',
    '\r=1',
    '  =1',
    '\u00a0=1',
    '＝1',
    '＋1',
    '－1',
    '＠a',
    '\u22121',
    '﹢1',
    '\u200b=1',
    '"=1"',
  ]) {
    expect(formatCsvLine([formula]), JSON.stringify(formula)).toMatch(/^"?'/)
  }
  expect(formatCsvLine([-12.5, 'Anne-Marie', "O'Neill", 'a=b', 'a; b'])).toBe(
    '-12.5,Anne-Marie,O\'Neill,a=b,"a; b"\r\n',
  )
})

test('formatCsvHeader lists the columns, preceded by a byte order mark when requested', () => {
  expect(formatCsvHeader(['a', 'b'], false)).toBe('a,b\r\n')
  expect(formatCsvHeader(['a', 'b'], true)).toBe('\ufeffa,b\r\n')
})

test('parseCsv reads every record that formatCsvLine writes, with quotes, separators, line breaks and escaped formulas', () => {
  const records = [
    ['name', 'email', 'order'],
    ['say "hi"', 'two\nlines', '=1+1'],
    [' a ', 'b;=2', "O'Neill"],
    ['', '', '-1'],
  ]
  const text = records.map((record) => formatCsvLine(record)).join('')
  expect(parseCsv(text)).toEqual([1, 2, 4, 5].map((line, place) => ({ line, cells: records[place] })))
})
