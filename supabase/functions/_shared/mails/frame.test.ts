import { expect, test } from 'vitest'
import { composeSampleMails, sampleMailBrand } from './every-mail.ts'

const mails = composeSampleMails()
const BANNER = /<img src="cid:banner@[^>]*>/

/**
 * Returns the HTML frame around a mail's content, without the texts of title, preview and footer, so that the frames of two mails can be
 * compared.
 */
function frameOf(html: string): string {
  return html
    .replace(/<title>[^<]*<\/title>/, '')
    .replace(/(<div style="display:none[^>]*>)[^<]*/, '$1')
    .replace(/(<td class="print"[^>]*>)[^]*(<\/td><\/tr>\s*<tr><td class="soft")/, '$1$2')
    .replace(/<p style="margin:0">[^<]*<\/p>/, '')
}

/** Returns the texts that the HTML part of a mail displays, one array entry per line. */
function shownTexts(html: string): string[] {
  const body = html.replace(/^[^]*<body[^>]*>/, '').replace(/<div style="display:none[^>]*>[^<]*<\/div>/, '')
  return body
    .replaceAll(/<br>\n?/g, '\n')
    .split(/<[^>]+>/)
    .flatMap((text) => text.split('\n'))
    .map((text) => unescaped(text).trim())
    .filter((text) => text !== '')
}

function unescaped(html: string): string {
  const letters = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ', '&amp;': '&' }
  return Object.entries(letters).reduce((text, [entity, letter]) => text.replaceAll(entity, letter), html)
}

test('every mail has the same HTML layout around its content, and only letters have the banner', () => {
  const [first, ...others] = mails.map(({ mail }) => frameOf(mail.html.replace(BANNER, '')))
  expect(first).toContain('class="print"')
  for (const other of others) expect(other).toBe(first)
  expect(mails.filter(({ mail }) => BANNER.test(mail.html)).map(({ kind }) => kind)).toEqual([
    ...['welcome_free', 'welcome_paid', 'signup_confirmation', 'wave_invitation'],
  ])
})

test.each(mails)(
  'the mail $kind loads no external resource, its pictures are parts of it, and it links to the site without query parameters',
  ({ mail }) => {
    const shown = [...mail.html.matchAll(/\ssrc="([^"]*)"/g)].map(([, address]) => address)
    expect(shown[0]).toBe('cid:logo@fondly.example')
    expect(mail.pictures?.map(({ contentId }) => `cid:${contentId}`)).toEqual(shown)
    expect(mail.html.replaceAll(/\ssrc="cid:/g, '')).not.toMatch(
      /\ssrc=|\sbackground=|\ssrcset=|url\(|@import|@font-face|<(svg|video|link|script|iframe|form|object)\b/i,
    )
    const addresses = [...mail.html.matchAll(/https?:\/\/[^\s"<]+/g)].map(([address]) => address)
    for (const address of addresses.filter((each) => !each.startsWith('https://example.com/'))) {
      expect(address).toMatch(/^https:\/\/www\.fondly\.example(\/|$)/)
      expect(address).not.toContain('?utm')
    }
    const hrefs = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => new URL(unescaped(href)))
    expect(hrefs.filter(({ search }) => search !== '')).toEqual([]) // no link has a query; tokens are in the fragment, which browsers do not send to servers
  },
)

test('mails to two recipients are identical, so that they contain no tracking identifier', () => {
  const others = composeSampleMails('grace@example.org', '0815')
  for (const [index, { mail }] of mails.entries()) {
    expect(others[index]?.mail.html).toBe(mail.html)
    expect(others[index]?.mail.text).toBe(mail.text)
  }
})

test.each(mails)('the text part of the mail $kind contains every text of its HTML part', ({ mail }) => {
  const text = mail.text.replaceAll(/^> ?/gm, '').replaceAll(/\s+/g, ' ')
  const host = new URL(sampleMailBrand.siteUrl).host
  for (const shown of shownTexts(mail.html)) expect(text).toContain(shown === host ? sampleMailBrand.siteUrl : shown)
})

test('the pictures of a mail are a PNG and a JPEG of less than 30 kB together', () => {
  const [logo, banner] = mails[0]?.mail.pictures ?? []
  const [png, jpeg] = [logo, banner].map((picture) => Buffer.from(picture?.base64 ?? '', 'base64'))
  expect(png?.subarray(1, 4).toString('latin1')).toBe('PNG')
  expect(jpeg?.subarray(0, 2).toString('hex')).toBe('ffd8')
  expect((png?.length ?? 0) + (jpeg?.length ?? 0)).toBeLessThan(30_000)
})

test('a mail is readable where pictures are blocked: each has an empty alternative text and a size, beside the product’s name', () => {
  for (const { mail } of mails) {
    const pictures = mail.html.match(/<img [^>]*>/g) ?? []
    for (const picture of pictures) expect(picture).toMatch(/ width="\d+"( height="\d+")? alt="" /)
    expect(pictures).toHaveLength(mail.pictures?.length ?? 0)
    expect(mail.html).toContain('>Fondly</a>')
  }
})

test.each(mails)('the mail $kind defines dark-mode colours for every CSS class it uses', ({ mail }) => {
  expect(mail.html).toContain('<meta name="color-scheme" content="light dark">')
  const classes = [...mail.html.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
  const dark = /@media \(prefers-color-scheme: dark\) \{([^]*?)\n\}/.exec(mail.html)?.[1] ?? ''
  for (const name of new Set(classes)) expect(dark).toContain(`.${name} {`)
})
