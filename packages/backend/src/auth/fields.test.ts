import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import {
  isEmail,
  isUuid,
  jsonBodySchema,
  parseAuthRequestBody,
  parseCodeChallenge,
  plainObjectSchema,
  requireEmail,
  requirePhone,
  text,
  toAsciiLowerCase,
} from './fields.ts'

test.each(['ada@example.com', 'Ada.Lovelace+photos@Mail.Example.COM', "o'brien@example.co.uk", 'a@b.io'])(
  'the e-mail address %s is valid and is lower-cased',
  (email) => {
    expect(requireEmail(email)).toBe(email.toLowerCase())
  },
)

test.each([
  [' ada@example.com\r\n', 'ada@example.com'],
  ['\ufeff\u2068ada\u200b@exam\u00adple.com\u2069', 'ada@example.com'],
  ['Ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
  ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
  ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
  ['ada@نامه\u200cای.com', 'ada@xn--mgba3gch31f060k.com'],
])('the pasted or internationalised e-mail address %j is stored as %s', (email, stored) => {
  expect(requireEmail(email)).toBe(stored)
})

test.each([
  'ada',
  '\u212aim@example.com',
  'ada@bü cher.example',
  'ada@bücher.example/path',
  'ada@x@bücher.example',
  'ada@bücher',
  'ada@',
  '@example.com',
  'ada@localhost',
  'ada@example.com\r\nBcc: eve@example.com',
  'ada@exam ple.com',
  'ada,eve@example.com',
  'ada@example.com,eve@example.com',
  '"ada"@example.com',
  '<ada@example.com>',
  '.ada@example.com',
  'ada@-example.com',
  'ada@127.0.0.1',
  'ada\u0000@example.com',
  'ädа@example.com',
  `${'a'.repeat(243)}@example.com`,
])('the e-mail address %j is refused', (email) => {
  expect(isEmail(email)).toBe(false)
  expect(() => requireEmail(email)).toThrow()
})

test.each([
  ['+49 151 12345678', '4915112345678'],
  ['4915112345678', '4915112345678'],
  ['+12', '12'],
])('the phone number %s is normalised to %s', (phone, stored) => {
  expect(requirePhone(phone)).toBe(stored)
})

test.each(['', '+', '0151123', '+0151', '++49151', '49-151', '1', '1234567890123456', '49151x', '４９１５１'])(
  'the phone number %j is refused',
  (phone) => {
    expect(() => requirePhone(phone)).toThrow('Invalid phone number format (E.164 required)')
  },
)

test('a PKCE code challenge is refused without a method, with a wrong length or with a character that is not allowed', () => {
  const challenge = 'a'.repeat(43)
  const read = (code_challenge: string, code_challenge_method: string) =>
    parseCodeChallenge({ code_challenge, code_challenge_method })
  expect(read('', '')).toBeNull()
  expect(read(challenge, 'S256')).toEqual({ challenge, method: 's256' })
  expect(read('a'.repeat(128), 'plain')).toMatchObject({ method: 'plain' })
  for (const [odd, method] of [
    [challenge, ''],
    ['', 's256'],
    ['a'.repeat(42), 's256'],
    ['a'.repeat(129), 's256'],
    [`${challenge}+`, 's256'],
    [challenge, 'none'],
  ] as const) {
    expect(() => read(odd, method)).toThrow()
  }
})

test('a request body or user metadata that is not a JSON object is refused', () => {
  const schema = jsonBodySchema({ name: text })
  expect(v.parse(schema, { name: null, more: 1 })).toEqual({ name: '' })
  for (const value of [null, undefined, [], ['name'], 'name', 1]) {
    expect(v.is(schema, value)).toBe(false)
    expect(v.is(plainObjectSchema, value)).toBe(false)
    expect(() => parseAuthRequestBody(schema, value), String(value)).toThrow(
      /^Could not parse request body as JSON: Expected an object$/,
    )
    expect(() => parseAuthRequestBody(plainObjectSchema, value), String(value)).toThrow(/: Expected an object$/)
  }
  expect(v.is(plainObjectSchema, { a: [1] })).toBe(true)
})

test('a missing, too long or malformed e-mail address is refused with GoTrue’s message', () => {
  const long = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`
  expect(() => requireEmail('')).toThrow('An email address is required')
  expect(() => requireEmail(`${'x'.repeat(20)}${long}`)).toThrow('An email address is too long')
  expect(() => requireEmail('x'.repeat(255))).toThrow('Unable to validate email address: invalid format')
  expect(() => requireEmail('x'.repeat(256))).toThrow('An email address is too long')
  expect(() => requireEmail('ada')).toThrow('Unable to validate email address: invalid format')
})

test('a malformed PKCE code challenge is refused with GoTrue’s message', () => {
  const challenge = 'a'.repeat(43)
  const refused: [string, string, string][] = [
    [challenge, '', 'PKCE flow requires code_challenge_method and code_challenge'],
    ['', 's256', 'PKCE flow requires code_challenge_method and code_challenge'],
    ['a', 's256', 'code challenge has to be between 43 and 128 characters of [A-Za-z0-9._~-]'],
    [challenge, 'none', 'code_challenge_method must be s256 or plain'],
  ]
  for (const [code_challenge, code_challenge_method, message] of refused) {
    expect(() => parseCodeChallenge({ code_challenge, code_challenge_method }), message).toThrow(message)
  }
})

test('isUuid() accepts a UUID in its hyphenated form only, in lower or upper case', () => {
  const id = '0b7a1f2e-3c4d-4e5f-8a9b-0c1d2e3f4a5b'
  expect([isUuid(id), isUuid(id.toUpperCase())]).toEqual([true, true])
  for (const text of ['', 'x', `${id}0`, `0${id}`, id.replaceAll('-', ''), id.replace('0', 'g')]) {
    expect(isUuid(text), text).toBe(false)
  }
})

test('parseAuthRequestBody() refuses an invalid body with the message of its first issue only', () => {
  const schema = v.object({ name: v.string('name is no text'), note: v.string('note is no text') })
  expect(parseAuthRequestBody(schema, { name: 'Ada', note: '', more: 1 })).toEqual({ name: 'Ada', note: '' })
  expect(() => parseAuthRequestBody(schema, { name: 1, note: 1 })).toThrow(
    /^Could not parse request body as JSON: name is no text$/,
  )
})

test('parseAuthRequestBody() stops validating a request body at its first issue', () => {
  const checkNote = vi.fn(() => true)
  const schema = v.object({ name: v.string(), note: v.pipe(v.string(), v.check(checkNote)) })
  expect(() => parseAuthRequestBody(schema, { name: 1, note: '' })).toThrow()
  expect(checkNote).not.toHaveBeenCalled()
})

test('an address whose letter Unicode would turn into an ASCII one (Kelvin sign, dotted I) is refused', () => {
  for (const email of ['\u212aate@example.com', 'kate@\u212aexample.com', '\u0130da@example.com']) {
    expect(() => requireEmail(email), email).toThrow('invalid format')
    expect(toAsciiLowerCase(email)).toBe(email)
  }
})
