import { expect, test } from 'vitest'
import { findWeakness, requireStrongPassword } from './password.ts'

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
