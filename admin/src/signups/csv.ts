const BYTE_ORDER_MARK = '\ufeff'
/** What a spreadsheet takes for the beginning of a formula, also behind blanks (OWASP, CSV injection). */
const FORMULA = /^[\s\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/u

/** The first line of a CSV file; with the mark that tells old spreadsheets that the text is UTF-8, when asked for. */
export function csvHead(columns: readonly string[], withMark: boolean): string {
  return (withMark ? BYTE_ORDER_MARK : '') + csvLine(columns)
}

/**
 * One line of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe in front, which
 * spreadsheets do not show; numbers, also negative ones, stay numbers.
 */
export function csvLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | boolean | null): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
