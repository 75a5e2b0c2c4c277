import { takeFirstWords } from './first-words.ts'
import { mailStyles, renderMailDocument } from './html-frame.ts'
import { mailColours } from './mail-colours.ts'
import type { MailBlock, MailBrand, MailContent } from './mail-content.ts'
import { getSignature } from './signature.ts'
import { stripControlCharacters } from './strip-control-characters.ts'

/** Returns the Content-ID of a picture. It is the same in every mail, so that it identifies no recipient. */
export function formatContentId(picture: 'logo' | 'banner', { product }: MailBrand): string {
  return `${picture}@${product.domain}`
}

/**
 * Renders the HTML part: one column of tables with inline styles, without scripts or external resources; its pictures are parts of the
 * mail. Every text is escaped; every link leads to the site.
 */
export function renderMailHtml(mail: MailContent, brand: MailBrand): string {
  const content = [
    `<h1 class="ink" style="${mailStyles.heading}">${escape(mail.heading)}</h1>`,
    ...mail.blocks.map((block) => renderBlock(block, brand.siteUrl)),
    ...renderSignature(getSignature(mail, brand)),
  ].join('\n')
  return renderMailDocument({
    title: escape(mail.subject),
    preview: escape(previewOf(mail)),
    logo: escape(`cid:${formatContentId('logo', brand)}`),
    banner: mail.hasBanner ? escape(`cid:${formatContentId('banner', brand)}`) : null,
    wordmark: escape(brand.product.name),
    tagline: escape(brand.product.tagline),
    siteUrl: escape(brand.siteUrl),
    siteName: escape(new URL(brand.siteUrl).host),
    content,
    reason: escape(mail.reason),
  })
}

/** Returns the preview that mail programs show beside the subject: the first paragraph that is not a greeting, or the first quote. */
function previewOf({ blocks, heading }: MailContent): string {
  const texts = blocks.flatMap((block) => (block.kind === 'paragraph' || block.kind === 'quote' ? [block.text] : []))
  return takeFirstWords(texts.find((text) => !text.endsWith(',')) ?? heading, 140)
}

function renderSignature([name, end]: string[]): string[] {
  if (name === undefined || end === undefined) return []
  return [
    `<p class="ink" style="${mailStyles.signature}">${escape(name)}</p>`,
    `<p class="soft" style="${mailStyles.signatureEnd}">${escape(end)}</p>`,
  ]
}

function renderBlock(block: MailBlock, siteUrl: string): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p class="ink" style="${mailStyles.paragraph}">${escape(block.text)}</p>`
    case 'note':
      return `<p class="soft" style="${mailStyles.note}">${escape(block.text)}</p>`
    case 'button':
      return button(escape(block.label), escape(siteUrl + block.path))
    case 'details':
      return [
        `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="box" style="${mailStyles.box}">`,
        ...block.rows.map(
          ([label, value]) =>
            `<tr><td class="soft" style="${mailStyles.label}">${escape(label)}</td><td class="ink" style="${mailStyles.value}">${escape(value)}</td></tr>`,
        ),
        '</table>',
      ].join('\n')
    case 'quote':
      return `<blockquote class="ink quote" style="${mailStyles.quote}">${escape(block.text).replaceAll('\n', '<br>\n')}</blockquote>`
    case 'code':
      return `<p class="ink box" style="${mailStyles.code}">${escape(block.code)}</p>`
  }
}

// The table cell has the button's background colour as well as the link, because Outlook on Windows ignores padding on a link.
function button(label: string, url: string): string {
  return [
    '<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 24px">',
    `<tr><td bgcolor="${mailColours.light.roseStrong}" style="${mailStyles.buttonCell}"><a href="${url}" style="${mailStyles.button}">${label}</a></td></tr>`,
    '</table>',
  ].join('\n')
}

function escape(text: string): string {
  return stripControlCharacters(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
