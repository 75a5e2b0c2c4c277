/** Formats a table as CSV (RFC 4180). Null is an empty cell and an empty string is `""`, as in PostgreSQL's COPY. */
export function toCsv(names: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  return [names.map(quoteIfNeeded), ...rows.map((row) => row.map(cellOf))].map((cells) => cells.join(',')).join('\n')
}

function cellOf(value: string | null): string {
  if (value === null) return ''
  return value === '' ? '""' : quoteIfNeeded(value)
}

function quoteIfNeeded(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
