/** Formats rows as CSV (RFC 4180). Null becomes an empty cell and an empty string becomes `""`, as in PostgreSQL's COPY. */
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
