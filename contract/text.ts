// Lengths are counted in code points, as PostgreSQL's char_length does, so that both sides draw the same line.

/** How many characters a text has, where a letter beyond the first plane counts once. */
export function charactersIn(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** The first `limit` characters of a text, never half a letter. */
export function cutTo(text: string, limit: number): string {
  return [...text].slice(0, limit).join('')
}

// Controls but tab and line feed; they have no place in what people write, and PostgreSQL refuses NUL.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** A text of several lines as a person wrote it: `\n` line ends, no control characters, no half letters, trimmed. */
export function asParagraphs(text: string): string {
  return text.toWellFormed().normalize('NFC').replace(/\r\n?/g, '\n').replace(CONTROLS, '').trim()
}

/** A text on one line: every run of line ends, tabs and other controls becomes one space. */
export function asOneLine(text: string): string {
  return asParagraphs(text).replace(/[\s\u2028\u2029]+/g, ' ')
}
