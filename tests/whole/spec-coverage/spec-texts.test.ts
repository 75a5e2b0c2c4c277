import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readProductRequirements } from './requirements-page.ts'
import { allTestsByRequirement } from './spec-lines.ts'

const root = join(import.meta.dirname, '../../..')
const specification = join(root, '../shared/spec.md')
const requirements = readProductRequirements()

test('every user-facing text in docs/requirements.md occurs in a test that proves its requirement', () => {
  const unseen = requirements.flatMap(({ number, texts }) => {
    const line = allTestsByRequirement.find(({ requirement }) => requirement === number)
    const files = line !== undefined && 'proof' in line ? line.proof.map(({ file }) => file) : []
    const tests = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
    const written = texts.flatMap((text) => text.replaceAll('{product}', '${brand.name}').split('{reason}'))
    return written.filter((text) => !stands(text, tests)).map((text) => `${number}: ${text}`)
  })
  expect(unseen).toEqual([])
})

test('docs/requirements.md contains more than ninety exact user-facing texts', () => {
  expect(requirements.flatMap(({ texts }) => texts).length).toBeGreaterThan(90)
})

test('every text quoted in the specification occurs in docs/requirements.md (if the specification is available)', () => {
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
