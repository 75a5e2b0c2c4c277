import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { authErrors } from '../../packages/backend/src/auth/errors.ts'
import { httpErrors } from '../../packages/backend/src/http/http-errors.ts'
import { renderRestError, restErrors } from '../../packages/backend/src/rest/errors.ts'
import { storageErrors } from '../../packages/backend/src/storage/errors.ts'

const root = join(import.meta.dirname, '../..')

function readTests(...patterns: string[]): string {
  return globSync(patterns, { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
}

test('every code of PostgREST and PostgreSQL that the data API sends is asserted by a test', () => {
  const tests = readTests('{tests/rules,packages/backend/test}/{rest,http}-*.ts')
  const errors = [...Object.values(restErrors), ...Object.values(httpErrors)]
  const codes = errors
    .map((createError) => renderRestError(createError()).body.code)
    .filter((code) => /^[A-Z\d]/.test(code))
  expect(codes.filter((code) => !tests.includes(`'${code}'`))).toEqual([])
})

test('every error code of storage is asserted by a test', () => {
  const tests = readTests(
    '{tests/rules,packages/backend/test}/storage*.test.ts',
    'packages/backend/src/storage/*.test.ts',
  )
  const codes = Object.values(storageErrors).map((createError) => createError().code)
  expect(codes.filter((code) => !tests.includes(`'${code}'`))).toEqual([])
})

test('every error of the auth service is asserted by a test, by status and code', () => {
  const tests = readTests('tests/rules/{auth-*,mail-limits}.test.ts')
  const missing = Object.entries(authErrors).filter(([, createError]) => {
    const { status, code } = createError()
    // An error in the URL of a redirect has no status, so the test looks only for its code.
    const pattern = new RegExp(`\\b${status},\\s*'${code}'|error_code: '${code}'`)
    return !pattern.test(tests)
  })
  expect(missing.map(([name]) => name)).toEqual([])
})
