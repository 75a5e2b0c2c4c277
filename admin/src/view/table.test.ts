import { expect, test, vi } from 'vitest'
import { formatProgressBar } from './progress.ts'
import { formatNameValueList, formatTable, measureTerminalWidth, type TableColumn } from './table.ts'
import { formatLocalDateTime, formatSize, pluralise, sanitiseForTerminal } from './text.ts'

/** Returns columns whose cells are the texts of a row, in the same order. */
function list(...columns: Omit<TableColumn<readonly string[]>, 'cell'>[]): TableColumn<readonly string[]>[] {
  return columns.map((column, index) => ({ ...column, cell: (row) => row[index] ?? '' }))
}

test('formatTable aligns columns that contain double-width characters', () => {
  const table = formatTable(list({ title: 'Name' }, { title: 'Tries', align: 'right' }), [
    ['Ada', '3'],
    ['木村 拓哉', '12'],
  ])
  expect(table.split('\n')).toEqual(['Name       Tries', '─────────  ─────', 'Ada            3', '木村 拓哉     12'])
})

test('formatTable prints each row as name-value pairs when the table is wider than the terminal', () => {
  const columns = list({ title: 'When' }, { title: 'Address' }, { title: 'Note' })
  const rows = [
    ['now', 'ada@example.com', ''],
    ['then', 'wang@example.org', 'new'],
  ]
  expect(formatTable(columns, rows, 28).split('\n')).toHaveLength(4)
  expect(formatTable(columns, rows, 27)).toBe(
    'When     now\nAddress  ada@example.com\n\nWhen     then\nAddress  wang@example.org\nNote     new',
  )
})

test('formatTable truncates long cells at grapheme boundaries', () => {
  expect(
    formatTable(list({ title: 'T', most: 4 }), [['abcdef'], ['abcd']])
      .split('\n')
      .slice(2),
  ).toEqual(['abc…', 'abcd'])
  expect(formatTable(list({ title: 'T', most: 4 }), [['e\u0301e\u0301e\u0301e\u0301e\u0301']])).toContain(
    'e\u0301e\u0301e\u0301…',
  )
  expect(measureTerminalWidth('👩‍👩‍👧')).toBe(2)
})

test('formatTable renders a missing cell as empty and trims trailing spaces of each line', () => {
  const columns = list({ title: 'Name' }, { title: 'Note' })
  expect(formatTable(columns, [['Ada'], ['Grace', 'new']])).toBe('Name   Note\n─────  ────\nAda\nGrace  new')
  expect(formatTable(columns, [['Ada']], 5)).toBe('Name  Ada')
})

test('formatTable limits the table to the terminal width, and has no limit when the output is not a terminal', () => {
  const table = [list({ title: 'Name' }, { title: 'Note' }), [['Ada', 'new']]] as const
  vi.stubGlobal('process', { stdout: {} })
  expect(formatTable(...table).split('\n')).toHaveLength(3)
  vi.stubGlobal('process', { stdout: { columns: 9 } })
  expect(formatTable(...table)).toBe('Name  Ada\nNote  new')
})

test('sanitise replaces control characters and bidirectional overrides in visitor text', () => {
  expect(sanitiseForTerminal('\u001b[31mred\u009b0m\u202eevil\u0007')).toBe('□[31mred□0m□evil□')
  expect(sanitiseForTerminal('two \n\n lines')).toBe('two lines')
  expect(sanitiseForTerminal('two\r\nlines\tand\u001bmore', true)).toBe('two\nlines\tand□more')
  expect(formatTable(list({ title: 'T' }), [['\u001b[2J']])).not.toContain('\u001b')
})

test('the admin output formats facts, sizes, times, counts and progress for the terminal', () => {
  vi.stubEnv('TZ', 'America/St_Johns') // this time zone is three and a half hours behind UTC, so that local time differs from UTC in hours and minutes
  expect(
    formatNameValueList([
      ['Spots', '3'],
      ['Signed up', '12'],
    ]),
  ).toBe('Spots      3\nSigned up  12')
  expect([812, 1400, 5_000_000, 3_210_000_000].map(formatSize)).toEqual(['812 bytes', '1.4 kB', '5.0 MB', '3.2 GB'])
  expect([0, 1000, 5e12].map(formatSize)).toEqual(['0 bytes', '1.0 kB', '5000.0 GB'])
  expect([formatLocalDateTime(null), formatLocalDateTime(undefined), formatLocalDateTime('')]).toEqual(['–', '–', '–'])
  expect(formatLocalDateTime('2026-03-05T10:20:30Z')).toBe('Mar 5, 2026, 6:50 AM GMT-3:30')
  expect([pluralise(1, 'mail'), pluralise(0, 'mail')]).toEqual(['1 mail', '0 mails'])
  expect(formatProgressBar(50, 200)).toBe('██████░░░░░░░░░░░░░░░░░░ 25 % of 200 bytes')
  expect([formatProgressBar(5000, null), formatProgressBar(5000, 0)]).toEqual(['5.0 kB', '5.0 kB'])
})
