import { expect, test } from 'vitest'
import { findWeakness, requireBearableLength, requireLength, requireStrongPassword } from './password.ts'

const rules = { minimumLength: 8, ownWords: ['fondly'] }

test.each([
  'correct horse battery staple',
  'pa55 wörter sind hier',
  'Zq8!vBn2#kL',
  '        ',
  'fondly memories of 1987',
])('%j is strong enough', async (password) => {
  expect(await findWeakness(password, rules)).toBeNull()
})

test.each([
  ['kZ8!q', ['length']],
  ['\u{1f600}'.repeat(7), ['length']],
  ['password1', ['pwned']],
  ['PASSWORD1', ['pwned']],
  ['12345678', ['pwned']],
  ['Fondly123', ['pwned']],
  ['fondly-FONDLY-99', ['pwned']],
  ['qwerty', ['length', 'pwned']],
] as const)('%j is weak: %j', async (password, reasons) => {
  expect((await findWeakness(password, rules))?.reasons).toEqual(reasons)
})

test('72 bytes are the most, counted in UTF-8', async () => {
  await expect(requireStrongPassword('é'.repeat(36), rules)).resolves.toBeUndefined()
  await expect(requireStrongPassword('é'.repeat(37), rules)).rejects.toMatchObject({ code: 'validation_failed' })
})

test('a weak password is refused with a sentence for each of its reasons', async () => {
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

test('where only the length is asked for, a common password passes and a short one does not', async () => {
  await expect(requireLength('password1', rules)).resolves.toBeUndefined()
  await expect(requireLength('qwerty', rules)).rejects.toMatchObject({ code: 'weak_password' })
  const sentence = 'Password cannot be longer than 72 characters'
  await expect(requireLength('a'.repeat(73), rules)).rejects.toThrow(sentence)
  expect(() => requireBearableLength('a'.repeat(73))).toThrow(sentence)
})

test('one of our own words is enough, and a password without letters is none of them', async () => {
  const own = { minimumLength: 8, ownWords: ['fondly', 'prints'] }
  for (const weak of ['Fondly123', 'prints!!', 'PRINTS-prints']) {
    expect((await findWeakness(weak, own))?.reasons, weak).toEqual(['pwned'])
  }
  expect(await findWeakness('73-8!-20=4', own)).toBeNull()
  expect(await findWeakness('fondly prints', own)).toBeNull()
  expect(await findWeakness('73-8!-20=4', { minimumLength: 8, ownWords: ['2026'] })).toBeNull()
})

test('a name of several words is weak as a password however it is written', async () => {
  const named = { minimumLength: 8, ownWords: ['Løve & Co’s Prints'] }
  for (const weak of ['Løve & Co’s Prints', 'løvecosprints1', 'LØVE-COS-PRINTS-2026'])
    expect(await findWeakness(weak, named), weak).toMatchObject({ reasons: ['pwned'] })
})
