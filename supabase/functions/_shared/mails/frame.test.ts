import { expect, test } from 'vitest'
import { everyMail, sampleBrand } from './every-mail.ts'

const mails = everyMail()

/** What stands around a mail's own content, with its two own texts left out. */
function frameOf(html: string): string {
  return html
    .replace(/<title>[^<]*<\/title>/, '')
    .replace(/(<div style="display:none[^>]*>)[^<]*/, '$1')
    .replace(/(<td class="print"[^>]*>)[^]*(<\/td><\/tr>\s*<tr><td class="soft")/, '$1$2')
    .replace(/<p style="margin:0">[^<]*<\/p>/, '')
}

/** The texts that the HTML part shows, each block by itself. */
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

test('every mail stands in the one frame', () => {
  const [first, ...others] = mails.map(({ mail }) => frameOf(mail.html))
  expect(first).toContain('class="print"')
  for (const other of others) expect(other).toBe(first)
})

test.each(mails)('$kind: nothing is fetched from anywhere, so nothing can be blocked or watch', ({ mail }) => {
  expect(mail.html).not.toMatch(
    /\ssrc=|\sbackground=|\ssrcset=|url\(|@import|@font-face|<(img|svg|video|link|script|iframe)\b/i,
  )
  const addresses = [...mail.html.matchAll(/https?:\/\/[^\s"<]+/g)].map(([address]) => address)
  for (const address of addresses.filter((each) => !each.startsWith('https://example.com/'))) {
    expect(address).toMatch(/^https:\/\/www\.fondly\.example(\/|$)/)
    expect(address).not.toContain('?utm')
  }
  const hrefs = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => new URL(unescaped(href)))
  expect(hrefs.filter(({ search }) => search !== '')).toEqual([]) // a token stands behind #, which no server hears of
})

test('two people get the same mail: nothing in it tells who opened it', () => {
  const others = everyMail('grace@example.org', '0815')
  for (const [index, { mail }] of mails.entries()) {
    expect(others[index]?.mail.html).toBe(mail.html)
    expect(others[index]?.mail.text).toBe(mail.text)
  }
})

test.each(mails)('$kind: the text part says everything that the HTML part shows', ({ mail }) => {
  const text = mail.text.replaceAll(/^> ?/gm, '').replaceAll(/\s+/g, ' ')
  const host = new URL(sampleBrand.siteUrl).host
  for (const shown of shownTexts(mail.html)) expect(text).toContain(shown === host ? sampleBrand.siteUrl : shown)
})

test.each(mails)('$kind: every colour has a ground of its own, so that no scheme hides the words', ({ mail }) => {
  expect(mail.html).toContain('<meta name="color-scheme" content="light dark">')
  const classes = [...mail.html.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
  const dark = /@media \(prefers-color-scheme: dark\) \{([^]*?)\n\}/.exec(mail.html)?.[1] ?? ''
  for (const name of new Set(classes)) expect(dark).toContain(`.${name} {`)
})
