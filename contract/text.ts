// Text lengths are counted in Unicode code points, as PostgreSQL's char_length does, so that browser and database apply the same limits.
// supabase/schemas/03_names_and_addresses.sql implements toVisibleLine and normaliseToOneLine in SQL; tests compare both on every character.

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

/** Returns a text in lower case, of which only the letters A to Z are changed: Unicode's rules turn the Kelvin sign into a `k`. */
export function toAsciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

// NFC composes at most four characters into one.
const COMPOSED_MAX = 4

/**
 * Returns a text in NFC. The text is cut first, to a length from which more than `limit` characters remain in any case: NFC takes quadratic
 * time for a run of combining marks, so a text of any length must not reach it. Callers then compare the length of the result, which is
 * the length that is stored, with `limit`.
 */
export function toNfc(text: string, limit: number): string {
  return truncateCharacters(text, COMPOSED_MAX * limit + 1).normalize('NFC')
}

// Matches all control characters except tab and line feed. They are removed from input, because people do not type them and PostgreSQL
// rejects NUL in text.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

const LONE_SURROGATE = /\p{Surrogate}/gu

/**
 * Normalises a text of several lines: `\n` as the line ending, NFC, no control characters, no lone surrogates, no whitespace at either end.
 * Up to `limit` characters are accepted (see `toNfc`).
 */
export function normaliseParagraphs(text: string, limit: number): string {
  const lines = text.replace(LONE_SURROGATE, '\ufffd').replace(/\r\n?/g, '\n').replace(CONTROLS, '').trim()
  return toNfc(lines, limit)
}

// Unicode's white space, because some keyboards type a full-width space (Japanese) or a no-break space instead of a space.
const WHITE_SPACE = /[\t\n\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g

// Characters without an appearance that arrive with pasted text: control characters, soft hyphens, zero-width spaces, byte order marks,
// marks and overrides of the writing direction, fillers of the Hangul script, variation selectors of emoji, tags. Two texts that differ
// only in these would look equal.
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]|[\ufe0e-\ufe0f]|\u034f/gu

/** Matches the zero-width non-joiner and joiner and the Mongolian vowel separator. */
export const JOINERS = /[\u180e\u200c\u200d]/g
const REPEATED_JOINERS = /([\u180e\u200c\u200d])[\u180e\u200c\u200d]+/g

// Joiners change how neighbouring letters connect: Persian 'مهدی‌زاده', Sinhala 'ශ්‍රී'. The Unicode blocks in the pattern contain the
// scripts that use them: Arabic and the blocks after it, the Indic scripts and Sinhala, Myanmar, Khmer and Mongolian. A joiner stays between
// two of their letters, and after a virama, where it also ends words (Malayalam 'മോഹന്‍'). Anywhere else it is invisible.
const STRAY_JOINERS =
  /(?<![\u0620-\u07ff\u0860-\u0dff\u1000-\u109f\u1780-\u18af])[\u180e\u200c\u200d]|(?<![\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u180e\u200c\u200d](?![\u0620-\u07ff\u0860-\u0dff\u1000-\u109f\u1780-\u18af])/g

/**
 * Returns a text as one line without what cannot be seen: every run of line breaks, tabs and spaces becomes one space; invisible characters
 * are removed, except joiners where a script needs them; lone surrogates become U+FFFD. Not in NFC.
 */
export function toVisibleLine(text: string): string {
  return text
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(WHITE_SPACE, ' ')
    .replace(INVISIBLE, '')
    .replace(REPEATED_JOINERS, '$1')
    .replace(STRAY_JOINERS, '')
    .replace(/ +/g, ' ')
    .replace(/^ | $/g, '')
}

/** Returns `toVisibleLine` of a text in NFC. Up to `limit` characters are accepted (see `toNfc`). */
export function normaliseToOneLine(text: string, limit: number): string {
  return toNfc(toVisibleLine(text), limit)
}
