import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const documented = readFileSync(join(root, 'docs/errors.md'), 'utf8')

/** Every code a service can answer, by the file that lists it. */
const catalogues = globSync('backend/src/{http/http-errors,*/errors}.ts', { cwd: root })
  .filter((file) => !file.includes('database'))
  .map((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return { file, codes: [...new Set([...source.matchAll(/\bcode: '([^']+)'/g)].map(([, code]) => code ?? ''))] }
  })

test('every error code of every service is documented', () => {
  expect(catalogues.length).toBeGreaterThan(3)
  const missing = catalogues.flatMap(({ file, codes }) =>
    codes.filter((code) => !documented.includes(`| \`${code}\` |`)).map((code) => `${file}: ${code}`),
  )
  expect(missing).toEqual([])
})

test('no other error code is documented', () => {
  const known = new Set(catalogues.flatMap(({ codes }) => codes))
  const told = [...documented.matchAll(/^\| `([^`]+)` \|/gm)].map(([, code]) => code ?? '')
  expect(told.length).toBeGreaterThan(20)
  expect(told.filter((code) => !known.has(code))).toEqual([])
})
