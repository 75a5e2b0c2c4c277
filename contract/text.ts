// Text lengths are counted in Unicode code points, as PostgreSQL's char_length does, so that browser and database apply the same limits.

/** Returns the length of a text in code points: a surrogate pair counts once. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Returns the first `limit` code points of a text; never cuts through a surrogate pair. */
export function truncateCharacters(text: string, limit: number): string {
  return [...text].slice(0, limit).join('')
}

// Matches all control characters except tab and line feed. They are removed from input, because people do not type them and PostgreSQL
// rejects NUL in text.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/**
 * Normalises a text of several lines: `\n` as the line ending, NFC, no control characters, no lone surrogates, no whitespace at either end.
 */
export function normaliseParagraphs(text: string): string {
  return text.toWellFormed().normalize('NFC').replace(/\r\n?/g, '\n').replace(CONTROLS, '').trim()
}

/** Normalises a text to a single line: every run of line breaks, tabs and spaces becomes one space; control characters are removed. */
export function normaliseToOneLine(text: string): string {
  return normaliseParagraphs(text).replace(/[\s\u2028\u2029]+/g, ' ')
}
