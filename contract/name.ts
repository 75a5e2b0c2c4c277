import * as v from 'valibot'
import { VALIDATION_ERRORS } from './errors.ts'
import { NAME_MAX_CHARACTERS, SANITISED_NAME_MAX_CHARACTERS } from './limits.ts'
import { countCharacters, normaliseToOneLine, toNfc, truncateCharacters } from './text.ts'

// Letters and marks of every script, the joiners that normalisation leaves, space, hyphen, apostrophes and period, and their counterparts
// in other scripts: the middle dot (Catalan 'Gal·la', Uyghur names in Chinese), the Japanese middle dot and double hyphen, the Hebrew maqaf,
// geresh and gershayim, and the Devanagari abbreviation sign.
const ALLOWED_CHARACTERS = /^[\p{L}\p{M} \-'’.·・゠\u05be\u05f3\u05f4\u0970\u180e\u200c\u200d]+$/u

// What keyboards and word processors write instead of these characters, by the character that is stored.
const SPELLINGS: readonly [stored: string, written: RegExp][] = [
  ['’', /[\u2018\u201b\u2032\u00b4`\u055a\uff07\uff40]/g],
  ['-', /[\u058a\u1806\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g],
  ['·', /[\u2022\u2027\u2219\u22c5]/g],
  ['・', /\uff65/g],
  ['.', /[\u2024\uff0e]/g],
]

/**
 * Returns a person's name as it is stored: `normaliseToOneLine`, and with one spelling of apostrophes, hyphens, middle dots and periods. Every
 * name passes through this function, or through `private.tidy_name` in the database, before it is checked.
 */
export function normaliseName(text: string): string {
  return SPELLINGS.reduce(
    (name, [stored, written]) => name.replace(written, stored),
    normaliseToOneLine(text, NAME_MAX_CHARACTERS),
  )
}

// Every ASCII character but the letters, and the other characters in ALLOWED_CHARACTERS that stand between parts of a name.
const BETWEEN_PARTS = /[\u0000-@[-`{-\u007f’·・゠\u05be\u05f3\u05f4\u0970]+/

/**
 * Returns whether one of the words is a whole word of a name, or a part of one between hyphens or apostrophes, regardless of case. A word
 * inside a surname, as in Higginbotham, does not count.
 */
export function hasNamePart(name: string, words: readonly string[]): boolean {
  return name.split(BETWEEN_PARTS).some((part) => words.includes(part.toLowerCase()))
}

// The spec also names tags, braces and calls. ALLOWED_CHARACTERS already rejects their brackets.
const SUSPICIOUS_WORDS = ['script', 'javascript', 'vbscript', 'onload', 'onerror']

/**
 * Validates a person's name and returns its normalised form. Rejects, in this order (spec section 5): an empty text; more than 100
 * characters; characters other than letters, marks, spaces, hyphens, apostrophes and periods of any script; suspicious content such as
 * 'script'.
 */
export const nameSchema = v.config(
  v.pipe(
    v.string(VALIDATION_ERRORS.nameRequired),
    v.transform(normaliseName),
    v.nonEmpty(VALIDATION_ERRORS.nameRequired),
    v.check((text) => countCharacters(text) <= NAME_MAX_CHARACTERS, VALIDATION_ERRORS.nameTooLong),
    v.regex(ALLOWED_CHARACTERS, VALIDATION_ERRORS.nameCharacters),
    v.check((text) => !hasNamePart(text, SUSPICIOUS_WORDS), VALIDATION_ERRORS.nameContent),
  ),
  { abortPipeEarly: true },
)

// Matches brackets, and whole words with a following '=' or ':', which can be an inline handler or a prefix such as `javascript:`. Searching
// for handlers from every letter instead would take time quadratic in the length of a word.
const CANDIDATES = /[<>{}]|\w+(?:\s*=|:)?/g

/**
 * Removes brackets, the prefixes `javascript:` and `vbscript:`, and inline event handlers such as `onclick=` (from `on` to the equals
 * sign).
 */
function withoutUnwanted(candidate: string): string {
  if (candidate.endsWith(':')) return candidate.replace(/(?:java|vb)script:/i, '')
  if (!candidate.endsWith('=')) return /[<>{}]/.test(candidate) ? '' : candidate
  const handler = candidate.search(/on\w/i)
  return handler === -1 ? candidate : candidate.slice(0, handler)
}

/**
 * Returns the stored form of a name: trimmed, without angle brackets, braces, `javascript:` and `vbscript:` prefixes and inline
 * handlers (`onclick=`), cut to 1000 characters. Idempotent.
 */
export function sanitiseName(text: string): string {
  // The text is cut before the loop, because each pass of the loop removes one level of nesting: the text's length bounds the number of
  // passes.
  let cleaned = toNfc(text, SANITISED_NAME_MAX_CHARACTERS)
  // Repeated until nothing changes, because a removal can join its neighbours into a new match: `javajavascript:script:`.
  for (let before = ''; before !== cleaned; ) {
    before = cleaned
    cleaned = cleaned.replace(CANDIDATES, withoutUnwanted)
  }
  return truncateCharacters(cleaned.trim(), SANITISED_NAME_MAX_CHARACTERS).trim()
}
