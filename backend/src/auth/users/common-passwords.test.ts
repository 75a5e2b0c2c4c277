import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

// One test: the list is loaded once, by the first that asks.
test('a password that leaks have shown often is common in any letters; a long sentence is not', async () => {
  expect(await isCommonPassword('password1')).toBe(true)
  expect(await isCommonPassword('PassWord1')).toBe(true)
  expect(await isCommonPassword('correct horse battery staple')).toBe(false)
})
