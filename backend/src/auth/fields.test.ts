import * as v from 'valibot'
import { expect, test } from 'vitest'
import { isEmail, jsonBody, plainObject, readCodeChallenge, requireEmail, requirePhone, text } from './fields.ts'

test.each(['ada@example.com', 'Ada.Lovelace+photos@Mail.Example.COM', "o'brien@example.co.uk", 'a@b.io'])(
  '%s is an address, kept in small letters',
  (email) => {
    expect(requireEmail(email)).toBe(email.toLowerCase())
  },
)

test.each([
  'ada',
  'ada@',
  '@example.com',
  'ada@localhost',
  ' ada@example.com',
  'ada@example.com ',
  'ada@example.com\n',
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
])('%j is none', (email) => {
  expect(isEmail(email)).toBe(false)
  expect(() => requireEmail(email)).toThrow()
})

test.each([
  ['+49 151 12345678', '4915112345678'],
  ['4915112345678', '4915112345678'],
  ['+12', '12'],
])('%s is the number %s', (phone, stored) => {
  expect(requirePhone(phone)).toBe(stored)
})

test.each(['', '+', '0151123', '+0151', '++49151', '49-151', '1', '1234567890123456', '49151x', '４９１５１'])(
  '%j is no number',
  (phone) => {
    expect(() => requirePhone(phone)).toThrow('Invalid phone number format (E.164 required)')
  },
)

test('a challenge needs its method, its length and its letters', () => {
  const challenge = 'a'.repeat(43)
  const read = (code_challenge: string, code_challenge_method: string) =>
    readCodeChallenge({ code_challenge, code_challenge_method })
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

test('a body is an object, and so is what people keep with themselves', () => {
  const schema = jsonBody({ name: text })
  expect(v.parse(schema, { name: null, more: 1 })).toEqual({ name: '' })
  for (const value of [null, undefined, [], ['name'], 'name', 1]) {
    expect(v.is(schema, value)).toBe(false)
    expect(v.is(plainObject, value)).toBe(false)
  }
  expect(v.is(plainObject, { a: [1] })).toBe(true)
})
