import { expect, test } from 'vitest'
import {
  findPasswordWeakness,
  preparePassword,
  requirePasswordLength,
  requirePasswordMaxLength,
  requireStrongPassword,
} from './password.ts'

const rules = { minimumLength: 8, refusesKnown: true, ownWords: ['orchid'] }

test.each([
  'correct horse battery staple',
  'pa55 wörter sind hier',
  'Zq8!vBn2#kL',
  '        ',
  'orchid memories of 1987',
])('the password %j is strong enough', async (password) => {
  expect(await findPasswordWeakness(password, rules)).toBeNull()
})

test.each([
  ['kZ8!q', ['length']],
  ['\u{1f600}'.repeat(7), ['length']],
  ['password1', ['pwned']],
  ['PASSWORD1', ['pwned']],
  ['12345678', ['pwned']],
  ['Orchid123', ['pwned']],
  ['orchid-ORCHID-99', ['pwned']],
  ['qwerty', ['length', 'pwned']],
] as const)('the password %j is weak for the reasons %j', async (password, reasons) => {
  expect((await findPasswordWeakness(password, rules))?.reasons).toEqual(reasons)
})

test('a password of more than 72 bytes in UTF-8 is refused', async () => {
  await expect(requireStrongPassword('é'.repeat(36), rules)).resolves.toBeUndefined()
  await expect(requireStrongPassword('é'.repeat(37), rules)).rejects.toMatchObject({ code: 'validation_failed' })
})

test('a weak password is refused with one sentence for each reason', async () => {
  const short = 'Password should be at least 8 characters.'
  const known = 'Password is known to be weak and easy to guess, please choose a different one.'
  for (const [password, message, reasons] of [
    ['kZ8!q', short, ['length']],
    ['password1', known, ['pwned']],
    ['qwerty', `${short} ${known}`, ['length', 'pwned']],
  ] as const) {
    await expect(requireStrongPassword(password, rules)).rejects.toMatchObject({
      status: 422,
      code: 'weak_password',
      message,
      reasons,
    })
  }
})

test('a password is measured and compared with the common ones in NFC and with ASCII spaces', async () => {
  expect(await findPasswordWeakness('e\u0301'.repeat(7), rules)).toMatchObject({ reasons: ['length'] })
  expect(() => requirePasswordMaxLength('e\u0301'.repeat(36))).not.toThrow()
  expect(() => requirePasswordMaxLength('e\u0301'.repeat(37))).toThrow()
  expect(preparePassword('e\u0301\u00a0\u3000\u2003A ')).toBe('\u00e9   A ')
})

test('requirePasswordLength accepts a common password and rejects one that is too short or too long', async () => {
  await expect(requirePasswordLength('password1', rules)).resolves.toBeUndefined()
  await expect(requirePasswordLength('qwerty', rules)).rejects.toMatchObject({ code: 'weak_password' })
  const sentence = 'Password cannot be longer than 72 characters'
  await expect(requirePasswordLength('a'.repeat(73), rules)).rejects.toThrow(sentence)
  expect(() => requirePasswordMaxLength('a'.repeat(73))).toThrow(sentence)
})

test('a password made of one product word is weak, and one without letters or of two different product words is not', async () => {
  const own = { minimumLength: 8, refusesKnown: true, ownWords: ['orchid', 'prints'] }
  for (const weak of ['Orchid123', 'prints!!', 'PRINTS-prints']) {
    expect((await findPasswordWeakness(weak, own))?.reasons, weak).toEqual(['pwned'])
  }
  expect(await findPasswordWeakness('73-8!-20=4', own)).toBeNull()
  expect(await findPasswordWeakness('orchid prints', own)).toBeNull()
  expect(
    await findPasswordWeakness('73-8!-20=4', { minimumLength: 8, refusesKnown: true, ownWords: ['2026'] }),
  ).toBeNull()
})

test('a password made of a product name of several words is weak in any case, spacing or punctuation', async () => {
  const named = { minimumLength: 8, refusesKnown: true, ownWords: ['Løve & Co’s Prints'] }
  for (const weak of ['Løve & Co’s Prints', 'løvecosprints1', 'LØVE-COS-PRINTS-2026'])
    expect(await findPasswordWeakness(weak, named), weak).toMatchObject({ reasons: ['pwned'] })
})

test('with the check for known passwords disabled, only the length makes a password weak', async () => {
  const open = { ...rules, refusesKnown: false }
  expect(await findPasswordWeakness('password1', open)).toBeNull()
  expect(await findPasswordWeakness('orchidorchid', open)).toBeNull()
  expect(await findPasswordWeakness('pass', open)).toMatchObject({ reasons: ['length'] })
})
