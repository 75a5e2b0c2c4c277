/**
 * Formats rows as CSV. Cells are quoted as in PostgREST's CSV, whose rows are PostgreSQL's text form of a composite value (PostgreSQL
 * manual, "Composite Type Input and Output Syntax"): null is an empty cell; an empty string, and a text with white space, a comma, quote,
 * backslash or bracket, are quoted, with quotes and backslashes doubled. The header is quoted by RFC 4180, although PostgREST does not
 * quote it.
 */
export function formatRowsAsCsv(names: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  return [names.map(headerOf), ...rows.map((row) => row.map(cellOf))].map((cells) => cells.join(',')).join('\n')
}

function headerOf(name: string): string {
  return /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name
}

function cellOf(value: string | null): string {
  if (value === null) return ''
  return value === '' || /[\s"\\(),]/.test(value) ? `"${value.replace(/["\\]/g, '$&$&')}"` : value
}
