import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

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
