// Checks that each requirement has tests that carry its number as a tag, and that they have run and passed. Vitest itself refuses a tag
// that is no requirement (vitest.config.ts).
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSavedTestRecords } from '../../tools/testing/report.ts'
import { readRequirements } from './requirements.ts'

const root = join(import.meta.dirname, '../..')
const specification = join(root, '../shared/spec.md')
const requirements = readRequirements()
const numbers = requirements.map(({ number }) => number)
const records = await readSavedTestRecords()
const recordsOf = (number: string) => records.filter(({ tags }) => tags.includes(number))

test('every requirement has a tagged test, except the one that practice.md leaves out', () => {
  const without = numbers.filter((number) => recordsOf(number).length === 0)
  expect(without, 'If tests did not run, run `npm test`.').toEqual(['R5.16'])
  expect(requirements.filter(({ isBuilt }) => !isBuilt).map(({ number }) => number)).toEqual(['R5.16'])
})

test('every test with the number of a requirement has passed', () => {
  const failed = records.filter(({ tags, status }) => status === 'failed' && tags.some((tag) => numbers.includes(tag)))
  expect(failed.map(({ file, title }) => `${file}: ${title}`)).toEqual([])
})

test('every number with which a test is tagged is a requirement', () => {
  const tags = new Set(records.flatMap((record) => record.tags.filter((tag) => /^R\d/.test(tag))))
  expect([...tags].filter((tag) => !numbers.includes(tag))).toEqual([])
})

test('the requirement numbers of each section are consecutive', () => {
  for (const section of '123456789') {
    const own = numbers.filter((number) => number.startsWith(`R${section}.`))
    expect(own).toEqual(own.map((_, index) => `R${section}.${index + 1}`))
    expect(own.length).toBeGreaterThan(0)
  }
})

test('every text that a requirement quotes occurs in the file of a test with its number', () => {
  const unseen = requirements.flatMap(({ number, texts }) => {
    const files = new Set(recordsOf(number).map(({ file }) => file))
    const tests = [...files].map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
    const written = texts.flatMap((text) => text.replaceAll('{product}', '${brand.name}').split('{reason}'))
    return written.filter((text) => !stands(text, tests)).map((text) => `${number}: ${text}`)
  })
  expect(unseen).toEqual([])
  expect(requirements.flatMap(({ texts }) => texts).length).toBeGreaterThan(90)
})

test('every text quoted in the specification occurs in a requirement (if the specification is available)', () => {
  const quoted = existsSync(specification) ? quotedTexts(readFileSync(specification, 'utf8')) : []
  const page = requirements.map(({ text }) => text).join('\n')
  // The specification writes a toast as 'Title: Text' and ends a shortened text with three dots.
  const pieces = quoted.flatMap((text) => text.split(/(?<=[A-Za-z!]): (?=[A-Z])|(?<=\}!) (?=[A-Z])/))
  expect(pieces.filter((text) => !page.includes(text) && !page.includes(text.replace(/\.\.\.$/, '.')))).toEqual([])
})

/**
 * Returns the quoted texts in sections 2, 4, 5 and 8 of the specification. An apostrophe inside a word does not count as a quotation
 * mark.
 */
function quotedTexts(markdown: string): string[] {
  const sections = markdown.split(/^## /m).filter((section) => /^[2458]\. /.test(section))
  return sections.flatMap((section) =>
    [...section.matchAll(/(?<![A-Za-z])'(.+?)'(?![A-Za-z])/g)].map(([, text]) => text ?? ''),
  )
}

/** Returns whether the source code of the tests contains the text, literally or escaped as a regular expression. */
function stands(text: string, tests: string): boolean {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return tests.includes(text) || tests.includes(escaped)
}
