import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { specLines } from './spec-lines.ts'
import { type SpecText, specTexts } from './spec-texts.ts'

const root = join(import.meta.dirname, '../../..')
const specification = join(root, '../shared/spec.md')

test('the list of texts is that of the specification, where the specification is at hand', () => {
  const listed = specTexts.map(({ section, text }) => ({ section, text }))
  const quoted = existsSync(specification) ? quotedTexts(readFileSync(specification, 'utf8')) : listed
  expect(listed).toEqual(quoted)
})

test('every text stands word for word in the file that shows it', () => {
  expect(specTexts.filter((text) => !standsInItsFile(text)).map(({ text, file }) => `${file}: ${text}`)).toEqual([])
})

test('every text is part of a line that a test proves', () => {
  const without = specTexts.filter(
    ({ section, text }) => !specLines.some(({ spec }) => spec.startsWith(`${section}`) && spec.includes(`'${text}'`)),
  )
  expect(without.map(({ section, text }) => `${section}: ${text}`)).toEqual([])
})

/** The texts in quotes of sections 2, 4, 5 and 8; an apostrophe inside a word is none. */
function quotedTexts(markdown: string) {
  const sections = markdown.split(/^## /m)
  return ([2, 4, 5, 8] as const).flatMap((section) => {
    const body = sections.find((each) => each.startsWith(`${section}. `)) ?? ''
    const texts = [...body.matchAll(/(?<![A-Za-z])'(.+?)'(?![A-Za-z])/g)].map(([, text]) => text ?? '')
    return [...new Set(texts)].map((text) => ({ section, text }))
  })
}

function standsInItsFile({ text, file, written = [text] }: SpecText): boolean {
  const source = readFileSync(join(root, file), 'utf8').replaceAll(/\s+/g, ' ')
  return written.every((piece) => asPattern(piece).test(source))
}

/** The piece between quotes or tags, so that a word more or a full stop more is another text. */
function asPattern(piece: string): RegExp {
  const goesOn = piece.endsWith('…')
  const words = literally(goesOn ? piece.slice(0, -1) : piece).replaceAll(
    literally('{product}'),
    '\\$?\\{brand\\.name\\}',
  )
  return new RegExp(`(?:['"\`]|> ?)${words}${goesOn ? '' : '(?:[\'"`]| ?<)'}`)
}

function literally(words: string): string {
  return words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
