import { stripControlCharacters } from './strip-control-characters.ts'

/**
 * Returns the first words of a text that a visitor wrote, as one line of at most `most` characters, for the subject of a mail. Line breaks
 * and invisible characters, which could begin another header or reverse the text, are left out, and a longer text ends with an ellipsis.
 */
export function takeFirstWords(text: string, most: number): string {
  const line = stripControlCharacters(text)
    .replaceAll(/[\p{Cc}\p{Cf}\s\u2028\u2029]+/gu, ' ')
    .trim()
  const letters = Array.from(line)
  if (letters.length <= most) return line
  const cut = letters.slice(0, most - 1).join('')
  const end = cut.lastIndexOf(' ')
  return `${(end > most / 2 ? cut.slice(0, end) : cut).trimEnd()}…`
}
