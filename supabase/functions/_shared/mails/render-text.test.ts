import { expect, test } from 'vitest'
import { sampleBrand } from './every-mail.ts'
import type { Block } from './letter.ts'
import { renderText } from './render-text.ts'

const words = (count: number) => Array<string>(count).fill('word').join(' ')

/** The lines of one block, as they stand between the heading and the signature. */
function linesOf(block: Block): string[] {
  const letter = { subject: 'Subject', heading: 'Heading', blocks: [block], reason: 'Reason.', replyTo: null }
  const [, written] = renderText(letter, sampleBrand).split('\n\n')
  return (written ?? '').split('\n')
}

test('a line is broken at 72 characters, and not before', () => {
  const full = `${words(13)} seventy` // 72 characters
  expect(full).toHaveLength(72)
  expect(linesOf({ kind: 'paragraph', text: `${full} more` })).toEqual([full, 'more'])
  expect(linesOf({ kind: 'paragraph', text: `${full}s more` })).toEqual([words(13), 'seventys more'])
})

test('what goes on in the next line of an item or a detail stands below its beginning', () => {
  expect(linesOf({ kind: 'list', title: 'Title', items: [words(15)] })).toEqual(['Title:', `- ${words(14)}`, '  word'])
  expect(linesOf({ kind: 'steps', title: 'Title', items: ['First', words(15)] })).toEqual([
    'Title:',
    '1. First',
    `2. ${words(14)}`,
    '   word',
  ])
  expect(linesOf({ kind: 'details', rows: [['Label', words(15)]] })).toEqual([`Label: ${words(13)}`, `  ${words(2)}`])
})

test('a line end within a text is a space, and in a quote a new line of it', () => {
  expect(linesOf({ kind: 'paragraph', text: 'one\ntwo' })).toEqual(['one two'])
  expect(linesOf({ kind: 'quote', text: `one\n${words(15)}` })).toEqual(['> one', `> ${words(14)}`, '> word'])
})
