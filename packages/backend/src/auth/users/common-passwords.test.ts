import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

// All cases are in one test, because the list of common passwords is loaded once per process and then cached.
test('isCommonPassword is true for a frequently leaked password regardless of case, and false for a passphrase', async () => {
  expect(await isCommonPassword('password1')).toBe(true)
  expect(await isCommonPassword('PassWord1')).toBe(true)
  expect(await isCommonPassword('correct horse battery staple')).toBe(false)
})
