import { expect, test } from 'vitest'
import { readCodeFiles } from '../checks/source-files.ts'
import { selectModulesToMutate, UNMUTATED_MODULES } from './rules.ts'

const rule = 'export function isLong(text: string) {\n  return text.length > 3\n}\n'

function among(files: Record<string, string>): string[] {
  return selectModulesToMutate(Object.entries(files).map(([path, text]) => ({ path, text })))
}

test('selectModulesToMutate includes pure modules with logic', () => {
  expect(among({ 'contract/a.ts': rule })).toEqual(['contract/a.ts'])
  expect(among({ 'contract/a.ts': `import * as v from 'valibot'\nexport const text = v.string()\n` })).toHaveLength(1)
  expect(among({ 'packages/backend/src/a.ts': `import { hash } from 'node:crypto'\n${rule}` })).toHaveLength(1)
})

test('selectModulesToMutate excludes modules with side effects, including those of imported modules', () => {
  const outside = [
    `import { readFile } from 'node:fs/promises'\n${rule}`,
    `import { sql } from 'kysely'\n${rule}`,
    `import type { FastifyReply } from 'fastify'\n${rule}`,
    `import { type FastifyReply } from 'fastify'\n${rule}`,
    `const load = () => import('openid-client')\n${rule}`,
    `const later = () => setTimeout(() => {}, 1)\n`,
    `const width = () => window.innerWidth\n`,
    `const secret = () => process.env['SECRET']\n`,
    `import { b } from './b.ts'\n${rule}`,
    `import { b } from '@site/contract/b'\n${rule}`,
    `const load = () => import('./b.ts')\n${rule}`,
  ]
  const b = `import { readFile } from 'node:fs/promises'\nexport const b = () => readFile('b')\n`
  for (const text of outside) {
    expect(among({ 'contract/a.ts': text, 'contract/b.ts': b }), text).toEqual([])
  }
})

test('selectModulesToMutate excludes modules that run SQL, even when they have a unit test', () => {
  const database = {
    'packages/backend/src/database.ts': 'export type Session = { query(sql: string): Promise<unknown> }\n',
  }
  for (const text of [
    `import type { Session } from './database.ts'\nexport const read = (session: Session) => session.query('select 1')\n`,
    `import type { Session } from './database.ts'\nexport const make = (session: Session) => session.script('select 1')\n`,
    `import type { Database } from './database.ts'\nexport const read = (on: Database) => on.transaction(async () => 1)\n`,
    `import type { Database } from './database.ts'\nexport const read = (on: Database) => on.scriptTransaction(async () => 1)\n`,
    `import type { Services } from './database.ts'\nexport const read = (all: Services) => all.database.asCaller(1, 2)\n`,
    `import type { Database } from './database.ts'\nexport const store = (on: Database) => on.insertBatch('a', [], {})\n`,
  ]) {
    const files = { ...database, 'packages/backend/src/a.ts': text, 'packages/backend/src/a.test.ts': '' }
    expect(among(files), text).toEqual([])
    const user = `import { read } from './a.ts'\n${rule}`
    expect(among({ ...files, 'packages/backend/src/b.ts': user }), text).toEqual([])
  }
})

test('selectModulesToMutate includes pure functions over rows or URL queries', () => {
  for (const text of [
    `import type { Session } from './database.ts'\nexport const first = (rows: readonly string[]) => rows[0]\n`,
    `export const page = (request: { query: { page: string } }) => Number(request.query.page)\n`,
  ]) {
    const files = { 'packages/backend/src/database.ts': 'export type Session = 1\n', 'packages/backend/src/a.ts': text }
    expect(among(files), text).toEqual(['packages/backend/src/a.ts'])
  }
})

test('selectModulesToMutate ignores comments, and type imports from pure modules, when it looks for side effects', () => {
  for (const text of [
    `// it calls fetch(url) nowhere\n${rule}`,
    `/** Not like window.open. */\n${rule}`,
    `import { type B } from './b.ts'\n${rule}`,
  ]) {
    expect(among({ 'contract/a.ts': text, 'contract/b.ts': 'export type B = 1\n' }), text).toEqual(['contract/a.ts'])
  }
})

test('selectModulesToMutate includes a module with type imports from impure modules only when it has a unit test', () => {
  const b = `import { readFile } from 'node:fs/promises'\nexport const b = () => readFile('b')\n`
  for (const text of [
    `import type { FastifyRequest } from 'fastify'\n${rule}`,
    `import type { B } from './b.ts'\n${rule}`,
    `import { type B, type C } from './b.ts'\n${rule}`,
  ]) {
    const files = { 'packages/backend/src/a.ts': text, 'packages/backend/src/b.ts': b }
    expect(among(files), text).toEqual([])
    expect(among({ ...files, 'packages/backend/src/a.test.ts': '' }), text).toEqual(['packages/backend/src/a.ts'])
    const running = text.replace('import type', 'import').replaceAll('type ', '')
    expect(
      among({ ...files, 'packages/backend/src/a.ts': running, 'packages/backend/src/a.test.ts': '' }),
      running,
    ).toEqual([])
  }
})

test('selectModulesToMutate excludes constants, types, tests, components and folders without product code', () => {
  expect(among({ 'contract/a.ts': `export const MOST = 3\nexport type A = { b: string }\n` })).toEqual([])
  for (const path of ['contract/a.test.ts', 'website/app/a.tsx', 'tools/a.ts', 'tests/a.ts', 'bench/a.ts']) {
    expect(among({ [path]: rule }), path).toEqual([])
  }
})

test('every entry of UNMUTATED_MODULES names a module that would otherwise be mutated, and a reason', async () => {
  const files = await readCodeFiles()
  expect(selectModulesToMutate(files).length).toBeGreaterThan(100)
  const withThem = selectModulesToMutate(files, {})
  for (const [path, reason] of Object.entries(UNMUTATED_MODULES)) {
    expect(withThem).toContain(path)
    expect(reason.length, path).toBeGreaterThan(10)
  }
  expect(selectModulesToMutate(files)).toEqual(withThem.filter((path) => !Object.hasOwn(UNMUTATED_MODULES, path)))
})
