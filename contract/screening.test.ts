import { expect, test } from 'vitest'
import { nameSchema, normaliseName } from './name.ts'
import { isSuspiciousEmail, isSuspiciousName, isSuspiciousUserAgent } from './screening.ts'
import { SCREENED_EMAIL_VECTORS, SCREENED_NAME_VECTORS, USER_AGENT_VECTORS } from './screening-vectors.ts'
import { SURNAMES_WITH_A_WORD } from './surname-vectors.ts'
import { findValidationError } from './validation-error.ts'

test.each(USER_AGENT_VECTORS)(
  'bot screening result for the user agent "$input": $outcome',
  { tags: ['R5.18'] },
  ({ input, outcome }) => {
    expect(isSuspiciousUserAgent(input)).toBe(outcome === 'refused')
  },
)

test.each(SCREENED_EMAIL_VECTORS)(
  'bot screening result for the email address $input: $outcome',
  { tags: ['R5.19', 'R5.20', 'R5.21', 'R5.22'] },
  ({ input, outcome }) => {
    expect(isSuspiciousEmail(input)).toBe(outcome === 'refused')
  },
)

test.each(SCREENED_NAME_VECTORS)(
  'bot screening result for the name $input: $outcome',
  { tags: ['R5.23', 'R5.24', 'R5.25', 'R5.26'] },
  ({ input, outcome }) => {
    expect(isSuspiciousName(normaliseName(input))).toBe(outcome === 'refused')
  },
)

test('a surname that contains a word of the rules passes, alone, in capitals, double-barrelled and in an address', {
  tags: ['R5.24'],
}, () => {
  expect(SURNAMES_WITH_A_WORD.length).toBeGreaterThan(150)
  const stopped = SURNAMES_WITH_A_WORD.filter((surname) => {
    const names = [surname, `Ada ${surname.toUpperCase()}`, `Ada ${surname}-Smith`, `Ada O’${surname}`]
    const addresses = [`${surname}@example.com`, `${surname}.ada@example.com`, `${surname}1@example.com`]
    return (
      names.some((name) => isSuspiciousName(name) || findValidationError(nameSchema, name) !== null) ||
      addresses.some((address) => isSuspiciousEmail(address))
    )
  })
  expect(stopped).toEqual([])
})

test('isSuspiciousName and nameSchema reject each word of their rules alone and between any two separators', () => {
  for (const separator of [
    ' ',
    '-',
    "'",
    '.',
    '’',
    '‘',
    '´',
    '`',
    '\u2010',
    '\u2011',
    '–',
    '\u05be',
    '\u05f3',
    '·',
    '・',
    '･',
  ]) {
    for (const word of ['test', 'fake', 'spam', 'bot']) {
      expect(isSuspiciousName(normaliseName(`Ada${separator}${word}${separator}Smith`)), separator + word).toBe(true)
      expect(isSuspiciousName(word.toUpperCase())).toBe(true)
    }
    for (const word of ['script', 'javascript', 'vbscript', 'onload', 'onerror']) {
      const error = findValidationError(nameSchema, `Ada${separator}${word}${separator}Smith`)
      expect(error?.message, separator + word).toBe('Name contains suspicious content')
    }
  }
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
