const BYTE_ORDER_MARK = '\ufeff'
/** Matches text that a spreadsheet would interpret as a formula, also after leading white space (OWASP, CSV injection). */
const FORMULA = /^[\s\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/u

/** Formats the header line of a CSV file, with a byte order mark if requested: older versions of Excel detect UTF-8 only by it. */
export function formatCsvHeader(columns: readonly string[], withMark: boolean): string {
  return (withMark ? BYTE_ORDER_MARK : '') + formatCsvLine(columns)
}

/**
 * Formats one line of CSV (RFC 4180). Prefixes text that a spreadsheet would run as a formula with an apostrophe, which spreadsheets do
 * not show (CSV injection). Numbers, also negative ones, stay numbers.
 */
export function formatCsvLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | boolean | null): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
