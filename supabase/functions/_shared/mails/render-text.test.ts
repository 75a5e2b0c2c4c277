import { expect, test } from 'vitest'
import { sampleMailBrand } from './every-mail.ts'
import type { MailBlock } from './mail-content.ts'
import { renderMailText } from './render-text.ts'

const words = (count: number) => Array<string>(count).fill('word').join(' ')

/** Renders one content block as plain text and returns its lines. */
function linesOf(block: MailBlock): string[] {
  const mail = {
    subject: 'Subject',
    heading: 'Heading',
    blocks: [block],
    signedBy: 'site' as const,
    reason: 'Reason.',
    replyTo: null,
  }
  const [, written] = renderMailText(mail, sampleMailBrand).split('\n\n')
  return (written ?? '').split('\n')
}

test('renderMailText wraps a line only when it exceeds 72 characters', () => {
  const full = `${words(13)} seventy` // 72 characters
  expect(full).toHaveLength(72)
  expect(linesOf({ kind: 'paragraph', text: `${full} more` })).toEqual([full, 'more'])
  expect(linesOf({ kind: 'paragraph', text: `${full}s more` })).toEqual([words(13), 'seventys more'])
})

test('renderMailText indents the continuation lines of details', () => {
  expect(linesOf({ kind: 'details', rows: [['Label', words(15)]] })).toEqual([`Label: ${words(13)}`, `  ${words(2)}`])
})

test('renderMailText replaces a line break by a space in a paragraph, and by a new quoted line in a quote', () => {
  expect(linesOf({ kind: 'paragraph', text: 'one\ntwo' })).toEqual(['one two'])
  expect(linesOf({ kind: 'quote', text: `one\n${words(15)}` })).toEqual(['> one', `> ${words(14)}`, '> word'])
})
