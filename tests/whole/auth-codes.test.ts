import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { authErrors } from '../../backend/src/auth/errors.ts'

const root = join(import.meta.dirname, '../..')
const tests = globSync('tests/contract/auth-*.test.ts', { cwd: root })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')

test('every error of the auth service is asserted by a contract test, by status and code', () => {
  const missing = Object.entries(authErrors).filter(([, refuse]) => {
    const { status, code } = refuse()
    // An error in the URL of a redirect has no status, so the test looks only for its code.
    const pattern = new RegExp(`\\b${status},\\s*'${code}'|error_code: '${code}'`)
    return !pattern.test(tests)
  })
  expect(missing.map(([name]) => name)).toEqual([])
})
