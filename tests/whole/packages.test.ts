import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockedPackages } from '../../tools/packages/lockfile.ts'

const root = join(import.meta.dirname, '../..')
const packages = lockedPackages(join(root, 'package-lock.json'))
const shipped = packages.filter(({ isDevelopment }) => !isDevelopment)

/** Licences that ask for no more than their text to come along. */
const free = ['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Unlicense', 'OFL-1.1']

test('what is shipped may be shipped: every licence is one that allows it', () => {
  expect(shipped.length).toBeGreaterThan(50)
  const others = shipped.filter(({ license }) => {
    return !license
      .replace(/[()]/g, '')
      .split(/ OR /)
      .some((one) => free.includes(one))
  })
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})

test('every package is pinned by its digest, and nothing that is shipped runs a script while it is installed', () => {
  expect(packages.filter(({ integrity }) => !integrity.startsWith('sha512-')).map(({ name }) => name)).toEqual([])
  expect(shipped.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)).toEqual([])
})

test('the bill of materials lists exactly what is shipped, with digests', () => {
  const output = execFileSync(process.execPath, [join(root, 'tools/sbom.ts')], { encoding: 'utf8' })
  const { components } = JSON.parse(output) as {
    components: { name: string; version: string; hashes?: { content: string }[] }[]
  }
  const libraries = components.filter(({ name }) => name !== 'node')
  expect(libraries.map(({ name, version }) => `${name}@${version}`)).toEqual(
    shipped.map(({ name, version }) => `${name}@${version}`),
  )
  for (const { name, hashes } of libraries) expect(hashes?.[0]?.content, name).toMatch(/^[0-9a-f]{128}$/)
})
