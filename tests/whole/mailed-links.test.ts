import { expect, test } from 'vitest'
import { composeMail } from '../../supabase/functions/_shared/mails/compose.ts'
import { sampleMailBrand } from '../../supabase/functions/_shared/mails/every-mail.ts'
import { MAIL_KINDS } from '../../supabase/functions/_shared/mails/kinds.ts'
import { sampleMailData } from '../../supabase/functions/_shared/mails/sample-data.ts'
import { formatMailedLink, type MailedLink, readMailedLink } from '../../website/app/frame/mailed-link.ts'

const { siteUrl } = sampleMailBrand

/** The paths of account links: each type of link, with the token of PKCE, and with an address to return to. */
const accountPaths = ['signup', 'recovery', 'magiclink', 'email_change', 'invite'].flatMap((type) => {
  const hash = '47119908'.repeat(7)
  return [
    `/#confirm?${new URLSearchParams({ token_hash: hash, type })}`,
    `/#confirm?${new URLSearchParams({ token_hash: `pkce_${hash}`, type, redirect_to: 'https://www.fondly.example/?a=b#c' })}`,
  ]
})

const mails = Object.keys(MAIL_KINDS).flatMap((kind) =>
  accountPaths.map((path) => {
    const recipient = kind === 'contact_message' ? null : 'ada@example.com'
    return {
      kind,
      mail: composeMail({ id: '7d1c', kind, recipient, data: { ...sampleMailData, path } }, sampleMailBrand, null),
    }
  }),
)

/** Every link of every mail: those of the HTML part, which are also those of the text part. */
const links = [
  ...new Set(
    mails.flatMap(({ mail }) =>
      [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => new URL(href.replaceAll('&amp;', '&')).href),
    ),
  ),
]
const secretLinks = links.filter((link) => read(link) !== null)

/** Reads a link as the page does after the browser has parsed the address. */
function read(link: string): MailedLink | null {
  return readMailedLink(new URL(link).href)
}

/** The `#` of a link, but not that of an entity such as `&#38;`. */
const HASH = /(?<!&)#/
const end = (text: string) => (link: string) => link + text
const inPath = (change: (path: string) => string) => (link: string) => siteUrl + change(link.slice(siteUrl.length))
const insideSecret = (text: string) => (link: string) => link.replace(/[0-9a-f]{30}/, (start) => start + text)

/** What mail programs and security gateways do to a link without changing its secret. */
const ALTERATIONS: Readonly<Record<string, (link: string) => string>> = {
  ...Object.fromEntries(
    [
      ...`.,;:!?)]>}"'*_/`,
      '...',
      '’',
      '”',
      '»',
      '%3E',
      '%22',
      '%29',
      '%2E',
      '%20',
      '&gt;',
      '&quot;',
      '&#39;',
      '=',
      '\\',
      '%5C',
    ].map((text) => [`${text} at the end`, end(text)]),
  ),
  '&amp; for &': inPath((path) => path.replaceAll('&', '&amp;')),
  '&amp;amp; for &': inPath((path) => path.replaceAll('&', '&amp;amp;')),
  '&#38; for &': inPath((path) => path.replaceAll('&', '&#38;')),
  '%26 for &': inPath((path) => path.replaceAll('&', '%26')),
  '; for &': inPath((path) => path.replaceAll('&', ';')),
  '%23 for #': inPath((path) => path.replace(HASH, '%23')),
  '%2523 for #': inPath((path) => path.replace(HASH, '%2523')),
  '&#35; for #': inPath((path) => path.replace(HASH, '&#35;')),
  'no #': inPath((path) => path.replace(HASH, '')),
  '%3D for =': inPath((path) => path.replaceAll('=', '%3D')),
  '=3D for =': inPath((path) => path.replaceAll('=', '=3D')),
  '%3F for ?': inPath((path) => path.replaceAll('?', '%3F')),
  'everything encoded': inPath((path) => `/${encodeURIComponent(path.slice(1))}`),
  'everything encoded twice': inPath((path) => `/${encodeURIComponent(encodeURIComponent(path.slice(1)))}`),
  'a space inside': insideSecret(' '),
  'an encoded space inside': insideSecret('%20'),
  'a line break inside': insideSecret('\r\n'),
  'an encoded line break inside': insideSecret('%0D%0A'),
  'an encoded soft line break inside': insideSecret('=%0D%0A'),
  'a soft hyphen inside': insideSecret('\u00ad'),
  'a zero-width space inside': insideSecret('\u200b'),
  'an upper-case scheme and host': (link) => link.replace(siteUrl, siteUrl.toUpperCase()),
  'upper case': inPath((path) => path.toUpperCase()),
  'a parameter before the fragment': inPath((path) => path.replace(HASH, '?utm_source=mail#')),
  'a signature before the fragment': inPath((path) => path.replace(HASH, `?sig=${'ab'.repeat(32)}#`)),
  'a parameter at the end': end('&utm_source=mail'),
  'a question mark and a parameter at the end': end('?fbclid=IwAR0_x-1'),
  'a slash before the fragment': inPath((path) => path.replace(/\/?(?<!&)#/, '/#')),
  'a double slash': inPath((path) => `/${path}`),
}

/** Alterations that are not tried after another one: they would also alter what that one inserted. */
const ONLY_FIRST: readonly string[] = ['; for &', '=3D for =', 'no #']
const SECOND = Object.keys(ALTERATIONS).filter((name) => !ONLY_FIRST.includes(name))

test('every mail with a link that carries a secret is read back: five types of account link and the confirmation of a sign-up', () => {
  expect(secretLinks.map((link) => link.slice(siteUrl.length)).toSorted()).toEqual(
    [...accountPaths, `/confirm#${sampleMailData.token}`].toSorted(),
  )
  for (const link of secretLinks) {
    const expected = link.slice(siteUrl.length).replace(/&redirect_to=.*/, '')
    const parsed = read(link)
    expect(parsed && formatMailedLink(parsed)).toBe(expected)
  }
})

test.each(Object.keys(ALTERATIONS))(
  'a link of any mail with %s is read like the original, also after a second alteration',
  (name) => {
    for (const link of secretLinks) {
      const first = alter(link, name)
      expect(read(first), first).toEqual(read(link))
      for (const second of SECOND) {
        const both = alter(first, second)
        expect(read(both), both).toEqual(read(link))
      }
    }
  },
)

function alter(link: string, name: string): string {
  const alteration = ALTERATIONS[name]
  if (alteration === undefined) throw new Error(`There is no alteration ${name}.`)
  return alteration(link)
}

/** What mail programs do to a link that its secret does not survive. */
const DAMAGES: Readonly<Record<string, (link: string) => string>> = {
  'without its last character': (link) =>
    link.replace(/([0-9a-f]{56,64}).*$/, (_, secret: string) => secret.slice(0, -1)),
  'cut off in its secret': (link) => link.replace(/[0-9a-f]{30}[^]*/, (start) => start.slice(0, 20)),
  'cut off before its secret': (link) => link.replace(/(token_hash=|#)(?:pkce_)?[0-9a-f]{30}.*/, '$1'),
  'cut off after the question mark': (link) => link.replace(/\?.*/, '?'),
  'with another character in its secret': (link) => link.replace(/[0-9a-f]{30}/, (start) => `${start}x`),
  'with a character more in its secret': (link) => link.replace(/[0-9a-f]{30}/, (start) => `${start}0`),
}

test.each(Object.keys(DAMAGES))('a link of any mail %s, and altered, is read as a link without a secret', (name) => {
  for (const link of secretLinks) {
    const damaged = DAMAGES[name]?.(link) ?? link
    if (damaged === link) continue
    for (const altered of [damaged, ...SECOND.map((second) => alter(damaged, second))]) {
      const parsed = read(altered)
      expect(parsed?.page, altered).toBe(read(link)?.page)
      expect(parsed?.page === 'account' ? parsed.tokenHash : parsed?.token, altered).toBeNull()
    }
  }
})

test('a confirmation link without a fragment, and an account link without its type, are read as links without that part', () => {
  for (const path of [
    '/confirm',
    '/confirm/',
    '/confirm.',
    '/confirm)',
    '/confirm%3E',
    '/confirm?utm_source=mail',
    '/confirm#',
  ])
    expect(read(siteUrl + path), path).toEqual({ page: 'confirm', token: null })
  expect(read(`${siteUrl}/#confirm?token_hash=${'47119908'.repeat(7)}`)).toEqual({
    ...{ page: 'account', type: null, tokenHash: '47119908'.repeat(7) },
  })
})

test('the address of another page is not read as a mailed link', () => {
  const pages = links.filter((link) => !secretLinks.includes(link))
  expect(pages).toEqual(expect.arrayContaining([`${siteUrl}/`, `${siteUrl}/download`]))
  for (const page of pages)
    for (const name of Object.keys(ALTERATIONS)) expect(read(alter(page, name)), page).toBeNull()
  for (const path of [
    '/#faq',
    '/confirmation',
    '/confirmed',
    '/confirm-it',
    '/download?session_id=cs_test_1#confirmed',
    '/terms#confirmation',
  ])
    expect(read(siteUrl + path), path).toBeNull()
})

test('in the text part of every mail, every link of the site is alone on its line', () => {
  for (const { kind, mail } of mails) {
    const ours = mail.text.split('\n').filter((line) => line.includes(siteUrl) && !line.startsWith('>'))
    expect(ours.length, kind).toBeGreaterThan(0)
    for (const line of ours) expect(links, kind).toContain(new URL(line).href)
  }
})
