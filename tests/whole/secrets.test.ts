import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtFile, builtFiles } from './built-site.ts'

const root = join(import.meta.dirname, '../..')

/** What must never be public: keys, tokens and what would lead to them. */
const secrets = [
  /sb_secret_[\w-]{8,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /"d"\s*:\s*"[\w-]{40,}"/,
  /eyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{20,}/,
  /smtps?:\/\/(?!user:password@)[^\s"'/@]+:[^\s"'/@]+@/,
  /postgres(?:ql)?:\/\/(?!user:password@)[^\s"'/@]+:[^\s"'/@]+@/,
]

/** Places where an example is shown, or an obviously invented key is part of a test. */
const shown = [/^README\.md$/, /^docs\//, /\.test\.ts$/, /^tests\//, /^backend\/src\/config/]

test('nothing secret is in the built site, and no source map', () => {
  const files = builtFiles()
  expect(files.length).toBeGreaterThan(20)
  const found = files.filter((file) => secrets.some((secret) => secret.test(builtFile(file).toString('latin1'))))
  expect(found).toEqual([])
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
})

test('nothing secret is in the repository', () => {
  const files = tracked().filter((file) => !shown.some((place) => place.test(file)))
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => secrets.some((secret) => secret.test(text(file))))).toEqual([])
})

test('no package registry is named in the repository', () => {
  const registry = new RegExp(['registry', 'npmjs'].join('\\.'))
  expect(tracked().filter((file) => registry.test(text(file)))).toEqual([])
})

function tracked(): string[] {
  return execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
}

function text(file: string): string {
  return readFileSync(join(root, file), 'latin1')
}
