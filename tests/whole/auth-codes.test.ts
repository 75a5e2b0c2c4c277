import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { authErrors } from '../../backend/src/auth/errors.ts'

const root = join(import.meta.dirname, '../..')
const tests = globSync('tests/contract/auth-*.test.ts', { cwd: root })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')

test('every refusal of the auth service is brought about by a test over the wire, with its status', () => {
  const missing = Object.entries(authErrors).filter(([, refuse]) => {
    const { status, code } = refuse()
    // Where a refusal ends in a redirect, there is no status to see.
    const told = new RegExp(`\\b${status},\\s*'${code}'|error_code: '${code}'`)
    return !told.test(tests)
  })
  expect(missing.map(([name]) => name)).toEqual([])
})
