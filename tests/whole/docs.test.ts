import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readTextFiles } from '../../tools/checks/source-files.ts'

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

test('every decision has a subject, a heading of its own, the choice, its reason and what was left aside', () => {
  const [introduction = '', ...subjects] = read('docs/decisions.md').split(/^## /m)
  expect(introduction).not.toContain('\n### ')
  const decisions = subjects.flatMap((subject) => subject.split(/^### /m).slice(1))
  const headings = decisions.map((decision) => decision.split('\n')[0]?.toLowerCase())
  expect(decisions.length).toBeGreaterThan(30)
  expect(new Set(headings).size).toBe(decisions.length)
  for (const subject of subjects) expect(subject).toContain('\n### ')
  for (const decision of decisions) {
    expect(decision, 'the choice follows the heading').toMatch(/^\S.*\n\n[^\s#|-]/)
    for (const part of ['Why', 'Left aside']) expect(decision).toContain(`\n- ${part}: `)
  }
})

test('every link and comment that names a heading of docs/decisions.md names one that exists', async () => {
  const toAnchor = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
  const headings = [...read('docs/decisions.md').matchAll(/^##+ (.*)$/gm)].map(([, heading]) => heading ?? '')
  const anchors = new Set(headings.map(toAnchor))
  const references = (await readTextFiles()).flatMap(({ path, text }) => {
    // In a comment, a heading may continue on the next line.
    const joined = text.replaceAll(/\n\s*(?:\*|\/\/|--)?\s*/g, ' ')
    const linked = [...text.matchAll(/\bdecisions\.md#([^)\s]*)/g)].map(([, anchor]) => anchor ?? '')
    const quoted = [...joined.matchAll(/\bdecisions\.md, "([^"]*)"/g)].map(([, heading]) => toAnchor(heading ?? ''))
    return [...linked, ...quoted].map((anchor) => ({ path, anchor }))
  })
  const ofOthers = references.filter(({ path }) => path !== 'tests/whole/docs.test.ts')
  expect(ofOthers.length).toBeGreaterThan(30)
  expect(ofOthers.filter(({ anchor }) => !anchors.has(anchor))).toEqual([])
})

test('no document asks for an SQL prompt: what an operator needs is a command, or a file that a command runs', () => {
  const statement =
    /```sql|SQL editor|psql (?!--file)|\b(update [\w.]+ set|insert into|delete from|(alter|create|drop) (role|user|schema|table|trigger|function)) /gi
  const pages = docs.filter((file) => !file.startsWith('docs/records/'))
  expect(pages.flatMap((file) => (read(file).match(statement) ?? []).map((found) => `${file}: ${found}`))).toEqual([])
})
