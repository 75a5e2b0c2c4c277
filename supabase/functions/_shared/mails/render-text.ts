import type { MailBlock, MailBrand, MailContent } from './mail-content.ts'
import { getSignature } from './signature.ts'
import { stripControlCharacters } from './strip-control-characters.ts'

const WIDTH = 72

/** Renders the plain-text part of a mail. It has the full content, in lines of at most 72 characters, with each link on its own line. */
export function renderMailText(mail: MailContent, brand: MailBrand): string {
  const signature = getSignature(mail, brand)
  const parts = [
    wrap(mail.heading),
    ...mail.blocks.map((block) => renderBlock(block, brand.siteUrl)),
    ...(signature.length === 0 ? [] : [signature.map((line) => wrap(line)).join('\n')]),
    `-- \n${wrap(`${brand.product.name}: ${brand.product.tagline}`)}\n${brand.siteUrl}`,
    wrap(mail.reason),
  ]
  return `${parts.join('\n\n')}\n`
}

function renderBlock(block: MailBlock, siteUrl: string): string {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return wrap(block.text)
    case 'button':
      return `${wrap(`${block.label}:`)}\n${siteUrl}${block.path}`
    case 'details':
      return block.rows.map(([label, value]) => wrap(`${label}: ${value}`, '', '  ')).join('\n')
    case 'quote':
      return stripControlCharacters(block.text)
        .split('\n')
        .map((line) => wrap(line, '> ', '> '))
        .join('\n')
    case 'code':
      return block.code
  }
}

/** Wraps a text at spaces into lines of at most 72 characters. A longer word, such as a link, is not broken. */
function wrap(text: string, first = '', rest = first): string {
  const lines: string[] = []
  let line = first
  let isFresh = true
  for (const word of stripControlCharacters(text).replaceAll('\n', ' ').split(' ')) {
    if (!isFresh && line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = rest
      isFresh = true
    }
    line += isFresh ? word : ` ${word}`
    isFresh = false
  }
  return [...lines, line].map((each) => each.trimEnd()).join('\n')
}
