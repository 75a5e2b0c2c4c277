import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { renderAuthError } from '../../backend/src/auth/render-error.ts'
import { httpErrors } from '../../backend/src/http/http-errors.ts'
import { renderRestError } from '../../backend/src/rest/errors.ts'
import { renderStorageError } from '../../backend/src/storage/render-error.ts'

const root = join(import.meta.dirname, '../..')
const documented = readFileSync(join(root, 'docs/errors.md'), 'utf8')

/** The error codes that each service can return, by the file that lists them. */
const catalogues = globSync(['backend/src/{http/http-errors,*/errors}.ts', 'server/src/*/errors.ts'], { cwd: root })
  .filter((file) => !file.includes('database'))
  .map((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return { file, codes: [...new Set([...source.matchAll(/\bcode: '([^']+)'/g)].map(([, code]) => code ?? ''))] }
  })

test('every error code of every service is documented in docs/errors.md', () => {
  expect(catalogues.length).toBeGreaterThan(3)
  const missing = catalogues.flatMap(({ file, codes }) =>
    codes.filter((code) => !documented.includes(`| \`${code}\` |`)).map((code) => `${file}: ${code}`),
  )
  expect(missing).toEqual([])
})

test('docs/errors.md lists only error codes that exist in the source code', () => {
  const known = new Set(catalogues.flatMap(({ codes }) => codes))
  const listed = [...documented.matchAll(/^\| `([^`]+)` \|/gm)].map(([, code]) => code ?? '')
  expect(listed.length).toBeGreaterThan(20)
  expect(listed.filter((code) => !known.has(code))).toEqual([])
})

test('docs/errors.md has a row for each error that all services share, with the code and status of each service', () => {
  const request = { id: 'r1', headers: { 'x-supabase-api-version': '2024-01-01' } } as Pick<
    FastifyRequest,
    'id' | 'headers'
  > as FastifyRequest
  const rows = Object.values(httpErrors).map((createError) => {
    const error = createError()
    const cells = [renderRestError(error), renderStorageError(error), renderAuthError(error, request)].map(
      ({ status, body }) => {
        const code = isRecord(body) ? `\`${body['code']}\`` : 'text'
        return status === error.status ? code : `${code}, ${status}`
      },
    )
    return `| ${[`\`${error.code}\``, error.status, ...cells].join(' | ')}`
  })
  expect(documented).toContain(
    ['| code | status | data API | storage | accounts', '| --- | --- | --- | --- | ---', ...rows].join('\n'),
  )
})

function isRecord(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null
}
