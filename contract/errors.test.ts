import { expect, test } from 'vitest'
import { asSentence, SECURITY_CHECK_FAILED, TOO_MANY_ATTEMPTS } from './errors.ts'

test('asSentence formats an error notice as its title, a colon and its text', () => {
  expect(asSentence(TOO_MANY_ATTEMPTS)).toBe('Too Many Attempts: Please wait before trying again.')
  expect(asSentence(SECURITY_CHECK_FAILED)).toBe(
    'Security Check Failed: Please contact support if you believe this is an error.',
  )
})
