import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readTextFiles } from '../../tools/checks/source-files.ts'
import { readRequirements } from './requirements.ts'

const root = join(import.meta.dirname, '../..')
const docs = [
  ...['README.md', 'CHANGELOG.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => join('docs', file)),
].filter((file) => file.endsWith('.md'))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Converts a heading in Markdown to the URL fragment (without `#`) with which GitHub links to it. */
function toAnchor(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

const readAnchors = (file: string) =>
  new Set([...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => toAnchor(heading)))

test('every relative link and image in the docs points to an existing file, and to a heading that it has', () => {
  expect(docs.length).toBeGreaterThan(5)
  const broken = docs.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)#?([^)\s]*)\)/g)]
      .filter(([, path, anchor = '']) => {
        const target = path ? join(dirname(file), path) : file
        return !existsSync(join(root, target)) || (anchor !== '' && !readAnchors(target).has(anchor))
      })
      .map(([link]) => `${file}: ${link}`),
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

test('every requirement number in a decision exists', () => {
  const existing = new Set<string>(readRequirements().map(({ number }) => number))
  const named = read('docs/decisions.md').match(/\bR\d+\.\d+\b/g) ?? []
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((number) => !existing.has(number))).toEqual([])
})

test('every comment that names a heading of docs/decisions.md names one that exists', async () => {
  const anchors = readAnchors('docs/decisions.md')
  const references = (await readTextFiles()).flatMap(({ path, text }) => {
    // In a comment, a heading may continue on the next line.
    const joined = text.replaceAll(/\n\s*(?:\*|\/\/|--)?\s*/g, ' ')
    return [...joined.matchAll(/\bdecisions\.md, "([^"]*)"/g)].map(([, heading = '']) => ({ path, heading }))
  })
  const ofOthers = references.filter(({ path }) => path !== 'tests/whole/docs.test.ts')
  expect(ofOthers.length).toBeGreaterThan(5)
  expect(ofOthers.filter(({ heading }) => !anchors.has(toAnchor(heading)))).toEqual([])
})

test('no document asks for an SQL prompt: what an operator needs is a command, or a file that a command runs', () => {
  const statement =
    /```sql|SQL editor|psql (?!--file)|\b(update [\w.]+ set|insert into|delete from|(alter|create|drop) (role|user|schema|table|trigger|function)) /gi
  const pages = docs.filter((file) => !file.startsWith('docs/records/'))
  expect(pages.flatMap((file) => (read(file).match(statement) ?? []).map((found) => `${file}: ${found}`))).toEqual([])
})
