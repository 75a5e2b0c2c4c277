// The bot screening of spec section 5. The database repeats it; both are held against screening-vectors.ts.

const AUTOMATIC_CLIENT = /bot|crawler|spider|scraper|curl|wget|python|java/i

const ODD_ADDRESS = /^[a-z]{1,2}@|\+.*\+|\.\.|^(test|temp|fake)/i

// ASCII on purpose: a full Chinese or Korean name often has two letters.
const ONE_OR_TWO_LETTERS = /^[a-z]{1,2}$/i

const TELLTALE_WORDS = /test|fake|spam|bot/i

const ONE_CHARACTER_FIVE_TIMES = /(.)\1{4}/iu

/**
 * Names of real people that hold one of the screening's words. Lower case, compared with whole words. Adding one here
 * means adding it to the database's list too; a test compares them.
 */
export const PASSING_SURNAMES: readonly string[] = [
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

/** Whether a browser's own description is that of a program: bot, crawler, spider, scraper, curl, wget, python, java. */
export function isSuspiciousUserAgent(userAgent: string): boolean {
  return AUTOMATIC_CLIENT.test(userAgent)
}

/**
 * Whether an address looks made up: one or two letters before the @, two plus signs, repeated dots, or a start of test,
 * temp or fake, unless that start is a real surname on its own (`testino.m@…`).
 */
export function isSuspiciousEmail(email: string): boolean {
  const address = email.trim()
  const firstWord = /^[a-z]*/i.exec(address)?.[0] ?? ''
  return ODD_ADDRESS.test(isPassing(firstWord) ? address.slice(firstWord.length) : address)
}

/**
 * Whether a name looks made up: one or two letters only, holding test, fake, spam or bot outside of a real surname, five
 * digits or more, or one character five times in a row.
 */
export function isSuspiciousName(name: string): boolean {
  const text = name.normalize('NFC').trim()
  return (
    ONE_OR_TWO_LETTERS.test(text) ||
    wordsOf(text).some((word) => TELLTALE_WORDS.test(word) && !isPassing(word)) ||
    (text.match(/[0-9]/g) ?? []).length >= 5 ||
    ONE_CHARACTER_FIVE_TIMES.test(text)
  )
}

function wordsOf(text: string): string[] {
  return text.split(/[ \-'’.]+/)
}

function isPassing(word: string): boolean {
  return PASSING_SURNAMES.includes(word.toLowerCase())
}
