import { AuthApiError } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { authErrors } from '../../packages/backend/src/auth/errors.ts'
import { describeAccountError } from '../../website/app/dialogs/account/account-errors.ts'

/** Error codes for which the account dialog shows its general message, because they are internal errors. */
const unexpected = ['bad_json', 'unexpected_failure']

test('the account dialog has a specific error message for every error code of the auth service, except internal errors', () => {
  const codes = [...new Set(Object.values(authErrors).map((refuse) => refuse().code))]
  expect(codes.length).toBeGreaterThan(50)
  const sentence = (code: string) => describeAccountError(new AuthApiError('', 400, code)).text
  const unexplained = codes.filter((code) => sentence(code) === sentence('a_code_of_nobody'))
  expect(unexplained.filter((code) => !unexpected.includes(code))).toEqual([])
})
