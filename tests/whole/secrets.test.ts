import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isWellKnownSecret } from '../../packages/backend/src/config-secrets.ts'
import { listBuiltFiles, readBuiltFile } from './built-site.ts'

const root = join(import.meta.dirname, '../..')

/** Patterns of keys, tokens and credentials that must not be in the built site or the repository. */
const secrets = [
  /sb_secret_[\w-]{8,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /"d"\s*:\s*"[\w-]{40,}"/,
  /eyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{20,}/,
  /smtps?:\/\/(?!user:password@)[^\s"'/@]+:(?!\$\{)[^\s"'/@]+@/,
  /postgres(?:ql)?:\/\/(?!user:password@)[^\s"'/@]+:(?!\$\{)[^\s"'/@]+@/,
]

/** Files that may contain examples of keys, or obviously invented keys in tests. */
const shown = [/^README\.md$/, /^docs\//, /\.test\.ts$/, /^tests\//, /^packages\/backend\/src\/config/]

test('the built site contains no secrets and no source maps', () => {
  const files = listBuiltFiles()
  expect(files.length).toBeGreaterThan(20)
  const found = files.filter((file) => secrets.some((secret) => secret.test(readBuiltFile(file).toString('latin1'))))
  expect(found).toEqual([])
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
})

test('the repository contains no secrets', () => {
  const files = tracked().filter((file) => !shown.some((place) => place.test(file)))
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => secrets.some((secret) => secret.test(text(file))))).toEqual([])
})

test('the repository contains no secret known from public documentation', () => {
  const words = (file: string) => text(file).match(/[\w./+-]{20,}={0,2}/g) ?? []
  const isPublicHalf = (word: string) => word.length === 43 // the public key of a key pair that a test expects the server to reject
  const found = tracked().filter((file) => words(file).some((word) => isWellKnownSecret(word) && !isPublicHalf(word)))
  expect(found).toEqual([])
})

test('docs and deployment examples set secrets to placeholders only', () => {
  const files = tracked().filter((file) => /^(README\.md|docs\/.*\.md|deploy\/.*|supabase\/config\.toml)$/.test(file))
  const assignments = files.flatMap((file) =>
    [...text(file).matchAll(/\b([A-Z_]*(?:SECRET|SECRET_KEY|JWT_KEYS|PASSWORD|TOKEN))\s*[=:]\s*([^\s|`]+)/g)].map(
      ([, name, value]) => ({ file, name, value: value ?? '' }),
    ),
  )
  expect(assignments.length).toBeGreaterThan(2)
  const isPlaceholder = (value: string) => /^["']?(…|\$|<)/.test(Buffer.from(value, 'latin1').toString('utf8'))
  expect(assignments.filter(({ value }) => !isPlaceholder(value))).toEqual([])
})

test('the repository contains no reference to a specific npm registry', () => {
  const registry = new RegExp(['registry', 'npmjs'].join('\\.'))
  expect(tracked().filter((file) => registry.test(text(file)))).toEqual([])
})

function tracked(): string[] {
  return execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
}

function text(file: string): string {
  return readFileSync(join(root, file), 'latin1')
}
