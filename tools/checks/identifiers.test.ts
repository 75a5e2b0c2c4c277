import { expect, test } from 'vitest'
import { findUnknownNames, findUnknownTitleSubjects } from './identifiers.ts'

test('findUnknownTitleSubjects reports a title that begins with a function that its file does not mention', () => {
  const text = `import { parseName } from './name.ts'
test('parseName returns the name', () => parseName(''))
test('readName returns the name', () => parseName(''))
test.each([1])('countOf() counts %s', () => parseName(''))
test('PostgreSQL and macOS are no functions', () => parseName(''))`
  expect(findUnknownTitleSubjects({ path: 'a.test.ts', text })).toEqual([
    'a.test.ts:3 begins with readName, which the file does not contain',
    'a.test.ts:4 begins with countOf, which the file does not contain',
  ])
})

test('findUnknownNames reports identifiers in comments and documents that no code contains', () => {
  const code = {
    path: 'a.ts',
    text: 'export const MOST_NAMES = 3 // see `MOST_NAMES` and `mostNames`\nlog(`${round}_round_failed`)',
  }
  const page = { path: 'docs/a.md', text: '`MOST_NAMES`, `mail_round_failed`, `LEAST_NAMES`, `ordinary` and `gone()`' }
  expect(findUnknownNames([code, page])).toEqual([
    'a.ts names `mostNames`, which the code does not contain',
    'docs/a.md names `LEAST_NAMES`, which the code does not contain',
    'docs/a.md names `gone`, which the code does not contain',
  ])
  expect(findUnknownNames([code, { ...page, path: 'docs/records/a.md' }])).toHaveLength(1)
})
