import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

// One test for all cases, because the password list is loaded once per process.
test('isCommonPassword is true for a frequently leaked password regardless of case, and false for a passphrase', async () => {
  expect(await isCommonPassword('password1')).toBe(true)
  expect(await isCommonPassword('PassWord1')).toBe(true)
  expect(await isCommonPassword('correct horse battery staple')).toBe(false)
})
