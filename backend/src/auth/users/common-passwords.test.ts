import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

// One test for all cases, because the password list is loaded once per process.
test('a frequently leaked password is common in upper or lower case, and a passphrase is not', async () => {
  expect(await isCommonPassword('password1')).toBe(true)
  expect(await isCommonPassword('PassWord1')).toBe(true)
  expect(await isCommonPassword('correct horse battery staple')).toBe(false)
})
