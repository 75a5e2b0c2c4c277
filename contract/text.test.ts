import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { contactSchema } from './contact.ts'
import { MESSAGE_MAX_CHARACTERS, NAME_MAX_CHARACTERS, SANITISED_NAME_MAX_CHARACTERS } from './limits.ts'
import { nameSchema, sanitiseName } from './name.ts'
import { countCharacters, normaliseParagraphs, normaliseToOneLine, toAsciiLowerCase } from './text.ts'

afterEach(() => vi.restoreAllMocks())

/** A run of combining marks in an order that NFC must change, for which it takes quadratic time. */
const MARKS = 'a\u0301\u0323'.repeat(100_000)

test.each([
  ['nameSchema', NAME_MAX_CHARACTERS, (text: string) => v.safeParse(nameSchema, text)],
  ['sanitiseName', SANITISED_NAME_MAX_CHARACTERS, sanitiseName],
  [
    'contactSchema',
    MESSAGE_MAX_CHARACTERS,
    (text: string) => v.safeParse(contactSchema, { name: text, message: text }),
  ],
])('%s normalises at most five times the accepted characters of a text of any length', (_, limit, read) => {
  const normalise = vi.spyOn(String.prototype, 'normalize')
  read(MARKS)
  const lengths = normalise.mock.contexts.map((text) => String(text).length)
  expect(lengths.length).toBeGreaterThan(0)
  expect(Math.max(...lengths)).toBeLessThan(5 * limit)
})

test('a text is measured as it is stored: composed, and after expansion, white space and control characters are gone', () => {
  const composed = 'a\u0306\u0301\u0323'.repeat(NAME_MAX_CHARACTERS) // four characters become one or two
  const tooLong = (text: string) => countCharacters(normaliseToOneLine(text, NAME_MAX_CHARACTERS)) > NAME_MAX_CHARACTERS
  expect(tooLong('e\u0301'.repeat(NAME_MAX_CHARACTERS))).toBe(false)
  expect(tooLong('\u1fb3\u0300'.normalize('NFD').repeat(NAME_MAX_CHARACTERS))).toBe(false)
  expect(tooLong(composed)).toBe(composed.normalize('NFC').length > NAME_MAX_CHARACTERS)
  expect(tooLong('\u0958'.repeat(NAME_MAX_CHARACTERS))).toBe(true) // NFC makes two characters of it
  expect(tooLong(`a${' \t\n\u0007'.repeat(1000)}b`)).toBe(false)
  expect(normaliseParagraphs(`${'\u0000'.repeat(50_000)}hello\r\nyou `, MESSAGE_MAX_CHARACTERS)).toBe('hello\nyou')
})

test('toAsciiLowerCase changes only A to Z, unlike Unicode’s rules for the Kelvin sign and the dotted I', () => {
  expect(toAsciiLowerCase('ADA@EXAMPLE.COM')).toBe('ada@example.com')
  for (const text of ['\u212a', '\u0130', 'Ä', 'ſ']) expect(toAsciiLowerCase(text)).toBe(text)
})
