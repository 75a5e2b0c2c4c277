import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AuthApiError } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { refusalOf } from '../../website/app/dialogs/account/account-errors.ts'

const root = join(import.meta.dirname, '../..')

/** Trouble of ours: there is nothing more to say about it to a visitor. */
const unexpected = ['bad_json', 'unexpected_failure']

test('the account dialog has a sentence for every code of the auth service', () => {
  const source = readFileSync(join(root, 'backend/src/auth/errors.ts'), 'utf8')
  const codes = [...new Set([...source.matchAll(/\bcode: '([^']+)'/g)].map(([, code]) => code ?? ''))]
  expect(codes.length).toBeGreaterThan(50)
  const sentence = (code: string) => refusalOf(new AuthApiError('', 400, code)).text
  const unexplained = codes.filter((code) => sentence(code) === sentence('a_code_of_nobody'))
  expect(unexplained.filter((code) => !unexpected.includes(code))).toEqual([])
})
