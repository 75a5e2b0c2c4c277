import { stripZeroWidthJoiners } from './name.ts'

// The bot screening of sign-ups (spec section 5). The database has a second implementation in SQL; both are tested against
// screening-vectors.ts.

const AUTOMATIC_CLIENT = /bot|crawler|spider|scraper|curl|wget|python|java/i

const ODD_ADDRESS = /^[a-z]{1,2}@|\+.*\+|\.\.|^(test|temp|fake)/i

const ONE_OR_TWO_LETTERS = /^[\p{L}\p{M}]{1,2}$/u

// Matches a character of a script whose characters are whole words or syllables, in which full names often have two characters: Hangul,
// Ethiopic, Cherokee, Canadian syllabics, Han, kana, Bopomofo, Yi and Vai, with their extension and compatibility blocks.
const WORD_OR_SYLLABLE =
  /[\u1100-\u167f\u18b0-\u18ff\u2d80-\u2ddf\u2e80-\ua4cf\ua500-\ua63f\ua960-\ua97f\uab00-\uab2f\uab70-\uabbf\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\u{11ab0}-\u{11abf}\u{16fe0}-\u{1b16f}\u{1e7e0}-\u{1e7ff}\u{20000}-\u{3ffff}]/u

const TELLTALE_WORDS = /test|fake|spam|bot/i

const ONE_CHARACTER_FIVE_TIMES = /(.)\1{4}/iu

/**
 * Real surnames that contain a word that the bot screening rejects, such as 'test'. They are in lower case and are compared with whole
 * words of a name. Add a new surname to the list in the database as well; a test compares both lists.
 */
export const SCREENING_EXEMPT_SURNAMES: readonly string[] = [
  'abbot',
  'abbott',
  'botelho',
  'botello',
  'botero',
  'botha',
  'botham',
  'bothwell',
  'botond',
  'botsford',
  'bott',
  'bottas',
  'botticelli',
  'botting',
  'bottomley',
  'bottoms',
  'cabot',
  'chabot',
  'spampinato',
  'talbot',
  'talbott',
  'tempest',
  'temple',
  'templeton',
  'testa',
  'testaverde',
  'testino',
  'testoni',
]

/** Returns whether a user agent string names an automated client: bot, crawler, spider, scraper, curl, wget, python or java. */
export function isSuspiciousUserAgent(userAgent: string): boolean {
  return AUTOMATIC_CLIENT.test(userAgent)
}

/**
 * Returns whether an e-mail address looks made up: it has one or two letters before the @, two plus signs or two dots in a row, or it
 * begins with test, temp or fake. The beginning is ignored when the first word is an exempt surname (`testino.m@…`).
 */
export function isSuspiciousEmail(email: string): boolean {
  const address = email.trim()
  const firstWord = address.replace(/[^a-z].*/is, '')
  return ODD_ADDRESS.test(isPassing(firstWord) ? address.slice(firstWord.length) : address)
}

/** Returns whether a name consists of one or two letters of an alphabet. */
function hasTooFewLetters(name: string): boolean {
  return ONE_OR_TWO_LETTERS.test(stripZeroWidthJoiners(name)) && !WORD_OR_SYLLABLE.test(name)
}

/**
 * Returns whether a name looks made up: it consists of one or two letters of an alphabet; a word other than an exempt surname contains
 * test, fake, spam or bot; it has five digits or more; or one character occurs five times in a row.
 */
export function isSuspiciousName(name: string): boolean {
  const text = name.normalize('NFC').trim()
  return (
    hasTooFewLetters(text) ||
    wordsOf(text).some((word) => TELLTALE_WORDS.test(word) && !isPassing(word)) ||
    text.replace(/[^0-9]/g, '').length >= 5 ||
    ONE_CHARACTER_FIVE_TIMES.test(text)
  )
}

function wordsOf(text: string): string[] {
  return text.split(/[ \-'’.]/)
}

function isPassing(word: string): boolean {
  return SCREENING_EXEMPT_SURNAMES.includes(word.toLowerCase())
}
