import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { promises } from '../../website/app/content/promises.ts'
import { brand } from '../support/brand.ts'
import { BUILT_SITE_ORIGIN, readBuiltFile, readBuiltPages } from './built-site.ts'

const routesFile = readFileSync(join(import.meta.dirname, '../../website/app/routes.ts'), 'utf8')
const routes = [...routesFile.matchAll(/path: '([^']+)'/g)].map(([, path]) => path ?? '')
const pages = readBuiltPages()

test('the build prerenders exactly the routes of the site', () => {
  expect(pages.map(({ path }) => path).toSorted()).toEqual(routes.toSorted())
  expect(routes.toSorted()).toEqual(['/', '/404', '/confirm', '/download', '/privacy', '/terms'])
})

test('every page has a unique title and description', () => {
  const titles = pages.map(({ document }) => document.querySelector('title')?.text ?? '')
  const descriptions = pages.map(
    ({ document }) => document.querySelector('meta[name=description]')?.getAttribute('content') ?? '',
  )
  expect(new Set(titles).size).toBe(pages.length)
  expect(new Set(descriptions).size).toBe(pages.length)
  expect([...titles, ...descriptions].filter((words) => words.trim() === '')).toEqual([])
})

for (const { path, document } of pages) {
  test(`the HTML of ${path} has one h1, landmarks, a skip link and a lang attribute`, () => {
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    for (const landmark of ['header', 'nav', 'main', 'footer']) expect(document.querySelector(landmark)).not.toBeNull()
    expect(document.querySelector('html')?.getAttribute('lang')).toBe('en')
    expect(document.querySelector('a[href^="#"]')?.text).toMatch(/skip/i)
    expect(document.querySelector('main')?.text.length).toBeGreaterThan(40)
  })

  test(`the HTML of ${path} has no element with aria-busy`, () => {
    expect(document.querySelectorAll('[aria-busy=true]')).toEqual([])
  })

  test(`the HTML of ${path} contains empty live regions, so that screen readers announce later messages`, () => {
    const region = document.querySelector('#top > .toast-region')
    for (const role of ['status', 'alert']) expect(region?.querySelector(`[role=${role}]`)?.text).toBe('')
    expect(document.querySelectorAll('main [role=status]').length).toBeGreaterThan(0)
  })

  test(`the HTML of ${path} has the correct robots, canonical and og:title tags`, () => {
    const content = (selector: string) => document.querySelector(selector)?.getAttribute('content')
    const isFound = path !== '/404'
    expect(content('meta[name=robots]')).toBe(isFound && path !== '/confirm' ? 'index, follow' : 'noindex')
    const canonical = document.querySelector('link[rel=canonical]')?.getAttribute('href')
    expect(canonical).toBe(isFound ? BUILT_SITE_ORIGIN + path : undefined)
    expect(content('meta[property="og:title"]')).toBe(document.querySelector('title')?.text)
  })
}

test('favicon.ico contains a 48-pixel PNG, and llms.txt contains the description, the promises and links to the pages', () => {
  const icon = readBuiltFile('/favicon.ico')
  expect([...icon.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 48, 48])
  const picture = icon.subarray(icon.readUInt32LE(18))
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  expect([picture.readUInt32BE(16), picture.length]).toEqual([48, icon.readUInt32LE(14)])
  const llms = readBuiltFile('/llms.txt').toString('utf8')
  expect(llms.startsWith(`# ${brand.name}\n\n> ${brand.description}\n\n`)).toBe(true)
  for (const { text } of promises) expect(llms).toContain(`- ${text}\n`)
  for (const path of ['/', '/download', '/terms', '/privacy']) expect(llms).toContain(`(${BUILT_SITE_ORIGIN}${path})`)
})

test('security.txt names a mailbox and expires in 30 to 366 days (if not: build the site again)', () => {
  const text = readBuiltFile('/.well-known/security.txt').toString('utf8')
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1] ?? ''
  expect(field('Contact')).toBe(`mailto:${brand.mailboxes.support}`)
  expect(field('Canonical')).toBe(`${BUILT_SITE_ORIGIN}/.well-known/security.txt`)
  const days = (Date.parse(field('Expires')) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(366)
})

test('the structured data lists the nine FAQ questions of the home page, in the same order', () => {
  const home = pages.find(({ path }) => path === '/')
  const asked = home?.document.querySelectorAll('#faq details summary').map((question) => question.text.trim()) ?? []
  const data = home?.document.querySelectorAll('script[type="application/ld+json"]').map((script) => script.text) ?? []
  const structured = [...data.join('').matchAll(/"@type":"Question","name":"([^"]+)"/g)].map(([, name]) => name)
  expect(asked).toHaveLength(9)
  expect(structured).toEqual(asked)
})
