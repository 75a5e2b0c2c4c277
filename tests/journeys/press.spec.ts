// What a press on a link to another page loads, before the click ends: the document before hydration, the page's script afterwards.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { openBuiltSite } from '../../server/src/site/built-site.ts'
import { ensureFullBrowser } from '../support/browser.ts'
import { findFreePort } from '../support/free-port.ts'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { openPage } from './open-page.ts'

test.use(WITH_MOTION)

const dist = join(import.meta.dirname, '../../website/dist')

/** The links of the home page that a visitor presses, and the documents that the browser fetches at the press. */
const PRESSES = [
  { link: 'header a[href="/download"]', fetched: ['/download'] },
  { link: 'footer a[href="/terms"]', fetched: ['/terms'] },
  { link: 'header a[href="/#faq"]', fetched: [] },
  { link: 'header a[aria-label$="to the top"]', fetched: ['/'] },
  { link: '.hero a[role=button]', fetched: [] },
] as const

test('before hydration, pressing a link to another page prefetches its document, which the click then uses, without side effects', {
  tag: '@rehearsal',
}, async () => {
  test.setTimeout(180_000) // the first run may install the browser
  const url = `http://localhost:${await findFreePort()}`
  const site = await openBuiltSite(dist, url)
  const documents: { path: string; prefetch: boolean }[] = []
  const others: string[] = []
  const held: (() => void)[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const isPrefetch = String(request.headers['sec-purpose'] ?? '').startsWith('prefetch')
    if (request.headers['sec-fetch-dest'] === 'document') documents.push({ path, prefetch: isPrefetch })
    else if (request.method !== 'GET' || isPrefetch) others.push(`${request.method} ${path}`)
    // The page is not hydrated while its script is missing.
    if (/\/frame-/.test(path)) held.push(() => response.end())
    else site.answer(request, response)
  }).listen(new URL(url).port)
  const browser = await chromium.launch({ executablePath: await ensureFullBrowser(), args: ['--no-sandbox'] })
  for (const { link, fetched } of PRESSES) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    const rules = page.waitForResponse('**/speculationrules.json')
    await page.goto(url, { waitUntil: 'commit' })
    expect((await (await rules).body()).length).toBeGreaterThan(0)
    expect((await rules).headers()['content-type']).toBe('application/speculationrules+json')
    const pressed = page.locator(link).first()
    await pressed.scrollIntoViewIfNeeded()
    await page.waitForTimeout(300) // the browser reads the rules in the background
    documents.splice(0)
    await pressed.hover()
    await page.mouse.down()
    await page.waitForTimeout(500)
    expect(documents, link).toEqual(fetched.map((path) => ({ path, prefetch: true })))
    if (fetched[0]) {
      await page.mouse.up()
      await page.waitForURL(url + fetched[0], { waitUntil: 'commit' })
      expect(documents, 'the click fetches no second document').toHaveLength(1)
    }
    expect(logged).toEqual([])
    await page.close()
  }
  expect(others).toEqual([])
  await browser.close()
  server.close()
  server.closeAllConnections()
})

test('after hydration, pressing a link to another page loads its script, no document', async ({ page }) => {
  await openPage(page, '/terms')
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' })
  await link.hover()
  expect(requested.filter((path) => path.startsWith('/assets/privacy'))).toEqual([])
  await page.mouse.down()
  await expect.poll(() => requested.some((path) => /^\/assets\/privacy-[\w-]+\.js$/.test(path))).toBe(true)
  await expect.poll(() => requested.some((path) => /^\/assets\/enter-page-[\w-]+\.js$/.test(path))).toBe(true)
  expect(page.url()).toMatch(/\/terms$/)
  await page.mouse.up()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeFocused()
  expect(requested).not.toContain('/privacy')
})
