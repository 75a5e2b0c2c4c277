import { expect, test } from 'vitest'
import { formatToastNotice, SECURITY_CHECK_FAILED_NOTICE, TOO_MANY_ATTEMPTS_NOTICE } from './errors.ts'

test('formatToastNotice formats an error notice as its title, a colon and its text', () => {
  expect(formatToastNotice(TOO_MANY_ATTEMPTS_NOTICE)).toBe('Too Many Attempts: Please wait before trying again.')
  expect(formatToastNotice(SECURITY_CHECK_FAILED_NOTICE)).toBe(
    'Security Check Failed: Please contact support if you believe this is an error.',
  )
})
