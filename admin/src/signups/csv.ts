const BYTE_ORDER_MARK = '\ufeff'
/**
 * Matches where a cell begins that a spreadsheet would run as a formula (OWASP, CSV injection): at the beginning of a text, and after a
 * character that a spreadsheet may take for the separator, whatever quotes are around it: `;` where the comma is the decimal sign, or a tab.
 * White space, quotes and invisible characters may stand before the sign, which may have another width.
 */
const FORMULA =
  /(^|[;\t\r\n])(?=[\s\p{Cf}\p{Cc}"]*[=+\-@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20])|^(?=[\t\r\n])/gu

/** Formats the header line of a CSV file, with a byte order mark if requested: older versions of Excel detect UTF-8 only by it. */
export function formatCsvHeader(columns: readonly string[], withMark: boolean): string {
  return (withMark ? BYTE_ORDER_MARK : '') + formatCsvLine(columns)
}

/**
 * Formats one line of CSV (RFC 4180). Puts an apostrophe before text that a spreadsheet would run as a formula (CSV injection). Numbers, also negative ones, stay numbers.
 */
export function formatCsvLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | boolean | null): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const safe = value.replace(FORMULA, "$1'")
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A record of a CSV file with the number of the line on which it begins. */
export type CsvRecord = { line: number; cells: string[] }

/** Matches the apostrophe that formatCsvLine puts before a formula. */
const ESCAPED = new RegExp(FORMULA.source.replace('(^|[;\\t\\r\\n])', "(^|[;\\t\\r\\n])'"), 'gu')

/**
 * Parses CSV (RFC 4180) with commas, semicolons or tabs, whichever comes first in the header line. Ignores empty lines. Removes the
 * apostrophe that formatCsvLine puts before a formula.
 */
export function parseCsv(text: string): CsvRecord[] {
  const separator = /[,;\t]/.exec(text)?.[0] ?? ','
  const cell = new RegExp(`"((?:[^"]|"")*)"[^${separator}\\r\\n]*|[^${separator}\\r\\n]*`, 'y')
  const records: CsvRecord[] = []
  let line = 1
  let cells: string[] = []
  for (let at = 0; at <= text.length; ) {
    cell.lastIndex = at
    const [whole = '', quoted] = cell.exec(text) ?? []
    cells.push((quoted?.replaceAll('""', '"') ?? whole).replace(ESCAPED, '$1'))
    at += whole.length
    const end = /^(\r\n|\n|\r)/.exec(text.slice(at, at + 2))?.[0] ?? ''
    const isLast = at >= text.length
    if (isLast || end !== '') {
      if (cells.some((value) => value !== '')) records.push({ line, cells })
      line += cells.reduce((sum, value) => sum + (value.match(/\n/g)?.length ?? 0), 1)
      cells = []
      if (isLast) return records
    }
    at += end === '' ? 1 : end.length
  }
  return records
}
