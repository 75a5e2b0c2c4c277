import { hasNamePart } from './name.ts'
import { JOINERS, toAsciiLowerCase } from './text.ts'

// The bot screening of sign-ups (spec section 5). The database has a second implementation in SQL; both are tested against
// screening-vectors.ts.

const AUTOMATIC_CLIENT = /bot|crawler|spider|scraper|curl|wget|python|java/i

// A word ends where the letters end: test@, test1@ and test.user@ match, testa@ and tempesta@ do not.
const ODD_ADDRESS = /^[a-z]{1,2}@|\+.*\+|\.\.|^(test|temp|fake)(?![a-z])/i

const ONE_OR_TWO_LETTERS = /^[\p{L}\p{M}]{1,2}$/u

// Matches a character of a script whose characters are whole words or syllables, in which full names often have two characters: Hangul,
// Ethiopic, Cherokee, Canadian syllabics, Han, kana, Bopomofo, Yi and Vai, with their extension and compatibility blocks.
const WORD_OR_SYLLABLE =
  /[\u1100-\u167f\u18b0-\u18ff\u2d80-\u2ddf\u2e80-\ua4cf\ua500-\ua63f\ua960-\ua97f\uab00-\uab2f\uab70-\uabbf\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\u{11ab0}-\u{11abf}\u{16fe0}-\u{1b16f}\u{1e7e0}-\u{1e7ff}\u{20000}-\u{3ffff}]/u

const TELLTALE_WORDS = ['test', 'fake', 'spam', 'bot']

const ONE_CHARACTER_FIVE_TIMES = /(.)\1{4}/su

/** Returns whether a user agent string names an automated client: bot, crawler, spider, scraper, curl, wget, python or java. */
export function isSuspiciousUserAgent(userAgent: string): boolean {
  return AUTOMATIC_CLIENT.test(userAgent)
}

/**
 * Returns whether a normalised e-mail address looks made up: it has one or two letters before the @, two plus signs or two dots in a row, or its first
 * word is test, temp or fake.
 */
export function isSuspiciousEmail(email: string): boolean {
  return ODD_ADDRESS.test(email)
}

/** Returns whether a name consists of one or two letters of an alphabet. */
function hasTooFewLetters(name: string): boolean {
  return ONE_OR_TWO_LETTERS.test(name.replace(JOINERS, '')) && !WORD_OR_SYLLABLE.test(name)
}

/**
 * Returns whether a normalised name looks made up: it consists of one or two letters of an alphabet; one of its words or parts is test, fake, spam or
 * bot; it has five digits or more; or one character occurs five times in a row, where capital and small ASCII letters are the same.
 */
export function isSuspiciousName(name: string): boolean {
  return (
    hasTooFewLetters(name) ||
    hasNamePart(name, TELLTALE_WORDS) ||
    name.replace(/[^0-9]/g, '').length >= 5 ||
    ONE_CHARACTER_FIVE_TIMES.test(toAsciiLowerCase(name))
  )
}
