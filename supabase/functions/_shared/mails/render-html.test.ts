import { expect, test } from 'vitest'
import { sampleMailBrand } from './every-mail.ts'
import type { MailBlock } from './mail-content.ts'
import { renderMailHtml } from './render-html.ts'

/** Returns the hidden preview text, which mail programs show beside the subject. */
function previewOf(...blocks: MailBlock[]): string | undefined {
  const html = renderMailHtml(
    { subject: 'Subject', heading: 'Heading', blocks, signedBy: 'site', reason: 'Reason.', replyTo: null },
    sampleMailBrand,
  )
  return /<div style="display:none[^>]*>([^<]*)/.exec(html)?.[1]?.trim()
}

test('renderMailHtml uses the first paragraph or quote that is not a greeting as the preview text, or else the heading', () => {
  const greeting: MailBlock = { kind: 'paragraph', text: 'Hi Ada,' }
  const code: MailBlock = { kind: 'code', code: '048213' }
  expect(previewOf(greeting, code, { kind: 'paragraph', text: 'Thank you.' }, greeting)).toBe('Thank you.')
  expect(previewOf(greeting, code)).toBe('Heading')
  expect(previewOf()).toBe('Heading')
  expect(previewOf({ kind: 'quote', text: 'Does it\nread raw files?' }, greeting)).toBe('Does it read raw files?')
})
