import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { promises } from '../../website/app/content/promises.ts'
import { brand } from '../support/brand.ts'
import { builtFile, builtPages, ORIGIN } from './built-site.ts'

const routesFile = readFileSync(join(import.meta.dirname, '../../website/app/routes.ts'), 'utf8')
const routes = [...routesFile.matchAll(/path: '([^']+)'/g)].map(([, path]) => path ?? '')
const pages = builtPages()

test('every route of the site is a prerendered page, and nothing else is', () => {
  expect(pages.map(({ path }) => path).toSorted()).toEqual(routes.toSorted())
  expect(routes.toSorted()).toEqual(['/', '/404', '/download', '/privacy', '/terms'])
})

test('every page has a title and a description of its own', () => {
  const titles = pages.map(({ document }) => document.querySelector('title')?.text ?? '')
  const descriptions = pages.map(
    ({ document }) => document.querySelector('meta[name=description]')?.getAttribute('content') ?? '',
  )
  expect(new Set(titles).size).toBe(pages.length)
  expect(new Set(descriptions).size).toBe(pages.length)
  expect([...titles, ...descriptions].filter((words) => words.trim() === '')).toEqual([])
})

for (const { path, document } of pages) {
  test(`${path} reads complete without script: one heading, landmarks, a way past the bar, its language`, () => {
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    for (const landmark of ['header', 'nav', 'main', 'footer']) expect(document.querySelector(landmark)).not.toBeNull()
    expect(document.querySelector('html')?.getAttribute('lang')).toBe('en')
    expect(document.querySelector('a[href^="#"]')?.text).toMatch(/skip/i)
    expect(document.querySelector('main')?.text.length).toBeGreaterThan(40)
  })

  test(`nothing on ${path} is said to be busy as long as no script has come`, () => {
    expect(document.querySelectorAll('[aria-busy=true]')).toEqual([])
  })

  test(`${path} has its live regions in the first HTML, empty, so that what comes into them is announced`, () => {
    const region = document.querySelector('#top > .toast-region')
    for (const role of ['status', 'alert']) expect(region?.querySelector(`[role=${role}]`)?.text).toBe('')
    expect(document.querySelectorAll('main [role=status]').length).toBeGreaterThan(0)
  })

  test(`${path} says what it is to who shares or finds it`, () => {
    const content = (selector: string) => document.querySelector(selector)?.getAttribute('content')
    const isFound = path !== '/404'
    expect(content('meta[name=robots]')).toBe(isFound ? 'index, follow' : 'noindex')
    const canonical = document.querySelector('link[rel=canonical]')?.getAttribute('href')
    expect(canonical).toBe(isFound ? ORIGIN + path : undefined)
    expect(content('meta[property="og:title"]')).toBe(document.querySelector('title')?.text)
  })
}

test('the site map lists the pages that can be found, and robots.txt names the map', () => {
  const map = builtFile('/sitemap.xml').toString('utf8')
  const listed = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
  expect(listed.toSorted()).toEqual(['/', '/download', '/privacy', '/terms'].map((path) => ORIGIN + path))
  expect(builtFile('/robots.txt').toString('utf8')).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
})

test('who asks for an icon without having read the page gets one, and a language model gets the site in plain words', () => {
  const icon = builtFile('/favicon.ico')
  expect([...icon.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 48, 48])
  const picture = icon.subarray(icon.readUInt32LE(18))
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  expect([picture.readUInt32BE(16), picture.length]).toEqual([48, icon.readUInt32LE(14)])
  const words = builtFile('/llms.txt').toString('utf8')
  expect(words.startsWith(`# ${brand.name}\n\n> ${brand.description}\n\n`)).toBe(true)
  for (const { text } of promises) expect(words).toContain(`- ${text}\n`)
  for (const path of ['/', '/download', '/terms', '/privacy']) expect(words).toContain(`(${ORIGIN}${path})`)
})

test('security.txt names a mailbox of the brand and is good for weeks to come; if it is not, build the site again', () => {
  const text = builtFile('/.well-known/security.txt').toString('utf8')
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1] ?? ''
  expect(field('Contact')).toBe(`mailto:${brand.mailboxes.support}`)
  expect(field('Canonical')).toBe(`${ORIGIN}/.well-known/security.txt`)
  const days = (Date.parse(field('Expires')) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(366)
})

test('the nine questions of the structured data are the nine the visitor reads', () => {
  const home = pages.find(({ path }) => path === '/')
  const asked = home?.document.querySelectorAll('#faq details summary').map((question) => question.text.trim()) ?? []
  const data = home?.document.querySelectorAll('script[type="application/ld+json"]').map((script) => script.text) ?? []
  const structured = [...data.join('').matchAll(/"@type":"Question","name":"([^"]+)"/g)].map(([, name]) => name)
  expect(asked).toHaveLength(9)
  expect(structured).toEqual(asked)
})
