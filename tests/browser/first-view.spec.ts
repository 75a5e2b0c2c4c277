// Tests of the home page's first view, whose fonts and pictures are part of the HTML. Everything else is loaded when it is needed.
import type { Page } from '@playwright/test'
import { expect, test, WITH_MOTION } from '../support/journey.ts'

test.use(WITH_MOTION)

/** Parts of the first view with text in both fonts. */
const TEXTS = ['#top > header', '.hero-ground h1', '.hero-ground h1 + p', '.hero-ground ul', '.deck-tools']

function filesFetched(page: Page): string[] {
  const fetched: string[] = []
  page.on('request', (request) => {
    if (/\.(svg|woff2)$/.test(request.url()) && !request.url().endsWith('/favicon.svg')) fetched.push(request.url())
  })
  return fetched
}

/** Returns the widths of the texts of the first view, and the file fonts that they are set in. */
async function measureTexts(page: Page) {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('DOM.enable')
  await protocol.send('CSS.enable')
  const { root } = await protocol.send('DOM.getDocument')
  const seen = new Map<string, unknown>()
  for (const selector of TEXTS) {
    const { nodeId } = await protocol.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    const { fonts } = await protocol.send('CSS.getPlatformFontsForNode', { nodeId })
    const width = await page.locator(selector).evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return [...range.getClientRects()].map((rect) => rect.width)
    })
    seen.set(selector, { width, local: fonts.filter((font) => !font.isCustomFont).map((font) => font.familyName) })
  }
  await protocol.detach()
  return seen
}

test('the first view shows its own fonts and pictures without a request, and loading the complete fonts changes no width and shifts nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 412, height: 823 })
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      document.documentElement.dataset['shifts'] = String(list.getEntries().length)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const fetched = filesFetched(page)
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const before = await measureTexts(page)
  for (const text of before.values()) expect(text).toMatchObject({ local: [] })
  const widths = await page.locator('.deck img').evaluateAll((images) => {
    return images.map((image) => (image as HTMLImageElement).naturalWidth)
  })
  expect(widths).toHaveLength(5)
  expect(Math.min(...widths)).toBeGreaterThan(0)
  expect(fetched).toEqual([])

  await page.mouse.move(5, 100)
  await page.mouse.move(9, 100)
  await expect.poll(() => fetched.filter((url) => url.endsWith('.woff2')).length).toBe(2)
  await page.evaluate(() => document.fonts.ready)
  expect(await measureTexts(page)).toEqual(before)
  expect(await page.locator('html').getAttribute('data-shifts')).toBe(null)
})

test('a high window, in which lower sections are visible, loads the complete fonts without input', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 2000 })
  const fetched = filesFetched(page)
  await page.goto('/')
  await expect.poll(() => fetched.filter((url) => url.endsWith('.woff2')).length).toBe(2)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the home page loads both complete fonts and shows the pictures of the deck', async ({ page }) => {
    const fetched = filesFetched(page)
    await page.goto('/')
    await expect.poll(() => fetched.filter((url) => url.endsWith('.woff2')).length).toBe(2)
    expect(await page.locator('.deck img[src^="data:image/svg+xml,"]').count()).toBe(5)
  })
})
