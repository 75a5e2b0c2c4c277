import type { HTMLElement } from 'node-html-parser'
import { expect, test } from 'vitest'
import { brand } from '../../website/app/brand.ts'
import { findUnlistedLinks, type SiteLink } from '../support/site-links.ts'
import { listBuiltFiles, readBuiltPages } from './built-site.ts'

/** The anchors of the home page that section 2 of the specification names. */
const anchors = ['demo-video', 'how-it-works', 'features', 'story', 'who-is-this-for', 'free-access', 'pricing', 'faq']

const pages = readBuiltPages()
const idsOf = new Map(
  pages.map(({ path, document }) => [path, new Set(document.querySelectorAll('[id]').map((element) => element.id))]),
)
const files = new Set(listBuiltFiles())

const mailboxes = new Set<string>(Object.values(brand.mailboxes))

/** URL prefixes of links that the backend serves, not the built site. */
const served = ['/storage/v1/object/public/downloads/latest/']

for (const { path, document } of pages) {
  test(`every link on page ${path} has an existing target`, { tags: ['R2.11'] }, () => {
    const targets = document.querySelectorAll('a[href]').map((link) => link.getAttribute('href') ?? '')
    expect(targets.length).toBeGreaterThan(0)
    expect(targets.filter((target) => !leadsSomewhere(path, target))).toEqual([])
  })

  test(`every link on page ${path} has the target listed for its text`, { tags: ['R2.11', 'R2.41', 'R2.44'] }, () => {
    expect(findUnlistedLinks(linksOf(document))).toEqual([])
  })

  test(`every script, style sheet, image and preloaded file that page ${path} references exists`, () => {
    const needed = document
      .querySelectorAll(
        'link[rel=stylesheet], link[rel=icon], link[rel=preload], link[rel=modulepreload], link[rel=manifest], link[rel=apple-touch-icon], script[src], img[src]',
      )
      .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '')
    expect(needed.length).toBeGreaterThan(3)
    expect(needed.filter((address) => !files.has(address) && !address.startsWith('data:'))).toEqual([])
  })

  test(`element ids are unique on page ${path}`, () => {
    const ids = document.querySelectorAll('[id]').map((element) => element.id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })
}

test('the home page has every anchor named in the specification, in reading order', () => {
  const home = pages.find(({ path }) => path === '/')
  const ids = home?.document.querySelectorAll('[id]').map((element) => element.id) ?? []
  expect(ids.filter((id) => anchors.includes(id))).toEqual(anchors)
})

test('the footer of every page has the links named in the specification', () => {
  const wanted = ['/', '/terms', '/privacy', '/#how-it-works', '/#story', '/#features', '/#faq', '/#pricing']
  expect(pages.length).toBe(6)
  for (const { document } of pages) {
    const links = document.querySelectorAll('footer a[href]').map((link) => link.getAttribute('href'))
    expect(links).toEqual(expect.arrayContaining(wanted))
  }
})

function linksOf(document: HTMLElement): SiteLink[] {
  return document.querySelectorAll('a[href]').map((link) => ({
    words: link.getAttribute('aria-label') ?? link.text,
    address: link.getAttribute('href') ?? '',
  }))
}

function leadsSomewhere(from: string, target: string): boolean {
  if (target.startsWith('mailto:')) return mailboxes.has(target.slice('mailto:'.length))
  const url = new URL(target, `https://site.invalid${from}`)
  if (url.origin !== 'https://site.invalid') return url.protocol === 'https:'
  if (served.some((prefix) => url.pathname.startsWith(prefix)) || files.has(url.pathname)) return true
  const ids = idsOf.get(url.pathname)
  return ids !== undefined && (url.hash === '' || ids.has(url.hash.slice(1)))
}
