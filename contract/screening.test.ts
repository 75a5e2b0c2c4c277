import { expect, test } from 'vitest'
import { isSuspiciousEmail, isSuspiciousName, isSuspiciousUserAgent, SCREENING_EXEMPT_SURNAMES } from './screening.ts'
import { SCREENED_EMAIL_VECTORS, SCREENED_NAME_VECTORS, USER_AGENT_VECTORS } from './screening-vectors.ts'

test.each(USER_AGENT_VECTORS)('bot screening result for the user agent "$input": $outcome', ({ input, outcome }) => {
  expect(isSuspiciousUserAgent(input)).toBe(outcome === 'refused')
})

test.each(SCREENED_EMAIL_VECTORS)(
  'bot screening result for the email address $input: $outcome',
  ({ input, outcome }) => {
    expect(isSuspiciousEmail(input)).toBe(outcome === 'refused')
  },
)

test.each(SCREENED_NAME_VECTORS)('bot screening result for the name $input: $outcome', ({ input, outcome }) => {
  expect(isSuspiciousName(input)).toBe(outcome === 'refused')
})

test('every surname in SCREENING_EXEMPT_SURNAMES passes the bot screening, also in capitals, double-barrelled and in an address', () => {
  for (const surname of SCREENING_EXEMPT_SURNAMES) {
    expect(isSuspiciousName(`Ada ${surname}`)).toBe(false)
    expect(isSuspiciousName(surname.toUpperCase())).toBe(false)
    expect(isSuspiciousName(`Ada ${surname}-Smith`)).toBe(false)
    expect(isSuspiciousEmail(`${surname}@example.com`)).toBe(false)
  }
})

test('isSuspiciousEmail ignores leading and trailing spaces', () => {
  for (const email of ['ab@example.com', 'test@example.com']) expect(isSuspiciousEmail(`  ${email} `)).toBe(true)
  expect(isSuspiciousEmail('  testino@example.com ')).toBe(false)
})

test('SCREENING_EXEMPT_SURNAMES contains only surnames that the bot screening would otherwise reject', () => {
  for (const surname of SCREENING_EXEMPT_SURNAMES) expect(surname).toMatch(/test|fake|spam|bot|^temp/)
})

test('isSuspiciousName rejects one- and two-letter names in alphabets and accepts them in scripts such as Han or Hangul', () => {
  const alphabets = [
    'Latin',
    'Greek',
    'Cyrillic',
    'Armenian',
    'Georgian',
    'Hebrew',
    'Arabic',
    'Syriac',
    'Thaana',
    'Nko',
  ]
  const abugidas = [
    'Devanagari',
    'Bengali',
    'Gurmukhi',
    'Gujarati',
    'Tamil',
    'Telugu',
    'Kannada',
    'Malayalam',
    'Sinhala',
  ]
  const east = ['Thai', 'Lao', 'Tibetan', 'Myanmar', 'Khmer', 'Mongolian']
  const whole = [
    'Han',
    'Hiragana',
    'Katakana',
    'Hangul',
    'Bopomofo',
    'Yi',
    'Ethiopic',
    'Cherokee',
    'Canadian_Aboriginal',
    'Vai',
  ]
  for (const [scripts, screened] of [
    [[...alphabets, ...abugidas, ...east], true],
    [whole, false],
  ] as const) {
    for (const script of scripts) {
      // Tests only with letters that are one code point after NFC normalisation, so that two letters remain two code points.
      const letters = lettersOf(script).filter((letter) => [...letter.normalize('NFC')].length === 1)
      expect(letters.length).toBeGreaterThan(10)
      const others = letters.filter((it) => isSuspiciousName(it) !== screened || isSuspiciousName(it + it) !== screened)
      expect({ script, others }).toEqual({ script, others: [] })
    }
  }
})

function lettersOf(script: string): string[] {
  const letter = new RegExp(`^(?=\\p{L})\\p{Script=${script}}$`, 'u')
  const found: string[] = []
  for (let point = 0; point <= 0x3ffff; point++) {
    const text = String.fromCodePoint(point)
    if (letter.test(text)) found.push(text)
  }
  return found
}
