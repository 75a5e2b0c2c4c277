import { expect, test } from 'vitest'
import { findMisspellings } from './spelling.ts'

const knows = (word: string) => ['the', 'Best', 'photos', 'of', 'a', 'day', 'Ada'].includes(word)
const unknownIn = (path: string, text: string) =>
  findMisspellings({ path, text }, knows).map((line) => /“(.*)”/.exec(line)?.[1])

test('misspellings checks Markdown text, comments, test titles and page texts, and ignores code', () => {
  expect(unknownIn('docs/a.md', 'The the phtos [of](wrng.md) `wrng`\n```\nwrng\n```\nhttps://wrng.example')).toEqual([
    'The',
    'phtos',
  ])
  expect(unknownIn('packages/a.ts', "// the phtos\nconst wrng = 'wrng' /** a dya */")).toEqual(['phtos', 'dya'])
  expect(unknownIn('packages/a.test.ts', "test('the phtos', () => wrng)")).toEqual(['phtos'])
  expect(unknownIn('supabase/a.sql', "-- the dya\nselect wrng\ncomment on table wrng is 'the phtos'")).toEqual([
    'dya',
    'phtos',
  ])
  expect(unknownIn('website/app/pages/a.tsx', '<p className="wrng wrng">the phtos</p>')).toEqual(['phtos'])
  expect(unknownIn('website/app/content/a.ts', "const wrng = 'Best dya of'")).toEqual(['dya'])
})

test('misspellings ignores identifiers, file names and abbreviations, and checks possessive forms', () => {
  expect(unknownIn('docs/a.md', 'the camelCase snake_case file.ts @scope #id IPv6 photos/day JSON')).toEqual([])
  expect(unknownIn('docs/a.md', "a day's photos, Ada’s day, a dya's photos")).toEqual(["dya's"])
})

test('misspellings reports British spellings in texts of pages, mails, commands and docs, and leaves comments and tests alone', () => {
  const british = (path: string, text: string) =>
    findMisspellings({ path, text }, () => true).map((line) => /“(.*)” is British/.exec(line)?.[1])
  for (const word of ['colour', 'licence', 'recognise', 'cancelled', 'Towards', 'organisation', 'grey'])
    for (const [path, text] of [
      ['website/app/content/a.ts', `const a = 'the ${word} of'`],
      ['website/app/dialogs/a.tsx', `<p>the ${word} of</p>`],
      ['supabase/functions/_shared/mails/a.ts', `const a = \`the ${word} of\``],
      ['admin/src/a.ts', `const a = { summary: 'the ${word} of' }`],
      ['docs/a.md', `the ${word} of`],
    ] as const)
      expect(british(path, text), `${word} in ${path}`).toEqual([word])
  expect(british('admin/src/a.ts', "// the colour\nconst colour = 'the promised exercise, otherwise raised'")).toEqual(
    [],
  )
  expect(british('admin/src/a.ts', "const a = { title: 'Licence' }")).toEqual(['Licence'])
  expect(british('packages/a.test.ts', "test('the colour', () => {})")).toEqual([])
  expect(british('docs/a.md', 'the `colour` of a [colour](colour.md), spelled color; likewise a surprise')).toEqual([
    'colour',
  ])
})
