import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { BROWSER_FLOOR } from '../../website/browser-floor.ts'

const root = join(import.meta.dirname, '../..')
const docs = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => join('docs', file)),
].filter((file) => file.endsWith('.md'))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('every relative link and image in the docs points to an existing file', () => {
  expect(docs.length).toBeGreaterThan(5)
  const broken = docs.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)/g)]
      .filter(([, target]) => !existsSync(join(root, dirname(file), target ?? '')))
      .map(([, target]) => `${file}: ${target}`),
  )
  expect(broken).toEqual([])
})

test('every file path in backticks in the docs exists', () => {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const missing = docs.flatMap((file) =>
    [...read(file).matchAll(/`([\w.-]+\/[\w./-]+\.(?:ts|tsx|mjs|md|sql|toml|json|css))`/g)]
      .map(([, path]) => path ?? '')
      .filter(
        (path) =>
          folders.includes(path.split('/')[0] ?? '') && !path.includes('/dist/') && !existsSync(join(root, path)),
      )
      .map((path) => `${file}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('docs/browsers.md names the version of every oldest supported browser', () => {
  const names = { chrome: 'Chrome', edge: 'Edge', firefox: 'Firefox', safari: 'Safari', safari_ios: 'Safari on iOS' }
  const text = read('docs/browsers.md').replaceAll('\n', ' ')
  for (const [browser, name] of Object.entries(names)) {
    const version = Object.entries(BROWSER_FLOOR).find(([each]) => each === browser)?.[1]
    expect(text).toContain(`${name} ${version}`)
  }
  expect(Object.keys(BROWSER_FLOOR)).toEqual(Object.keys(names))
})

test('docs/environment.md lists exactly the environment variables that the configuration reads', () => {
  const files = ['backend/src/config.ts', 'backend/src/config-auth.ts', 'server/src/site-settings.ts']
  const config = files.map(read).join('\n')
  const known = [...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+): v\./gm)].map(([, name]) => name ?? '')
  const table = read('docs/environment.md')
  const documented = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell]) =>
    [...(cell ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name ?? ''),
  )
  const ofOthers = documented.filter((name) => name.startsWith('VITE_') || name === 'SUPABASE_URL')
  expect(known.length).toBeGreaterThan(30)
  expect(documented.filter((name) => !ofOthers.includes(name)).toSorted()).toEqual(known.toSorted())
})

test('every decision record has a unique number, a date and the sections Context, Decision and Consequences', () => {
  const decisions = docs.filter((file) => file.startsWith('docs/decisions/'))
  const numbers = decisions.map((file) => /(\d{4})-/.exec(file)?.[1])
  expect(decisions.length).toBeGreaterThan(3)
  expect(new Set(numbers).size).toBe(decisions.length)
  for (const file of decisions) {
    expect(read(file), file).toMatch(/\b20\d\d-\d\d-\d\d\b/)
    for (const part of ['Context', 'Decision', 'Consequences']) expect(read(file), file).toContain(`## ${part}`)
  }
})

test('no document asks for an SQL prompt: what an operator needs is a command, or a file that a command runs', () => {
  const statement =
    /```sql|SQL editor|psql (?!--file)|\b(update [\w.]+ set|insert into|delete from|(alter|create|drop) (role|user|schema|table|trigger|function)) /gi
  const pages = docs.filter((file) => !/^docs\/(decisions|records)\//.test(file))
  expect(pages.flatMap((file) => (read(file).match(statement) ?? []).map((found) => `${file}: ${found}`))).toEqual([])
})
