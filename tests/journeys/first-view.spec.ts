// Tests of the home page's first view, whose fonts and pictures are part of the HTML. Everything else is loaded when it is needed.
import type { Page } from '@playwright/test'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { openPage } from './open-page.ts'

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

test('the first view shows its own fonts and pictures without a request, which saves data, and loading the complete fonts shifts nothing', async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await page.setViewportSize({ width: 412, height: 823 })
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      document.documentElement.dataset['shifts'] = String(list.getEntries().length)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const fetched = filesFetched(page)
  await openPage(page, '/')
  const before = await measureTexts(page)
  for (const text of before.values()) expect(text).toMatchObject({ local: [] })
  const widths = await page.locator('.deck img').evaluateAll((images) => {
    return images.map((image) => (image as HTMLImageElement).naturalWidth)
  })
  expect(widths).toHaveLength(5)
  expect(Math.min(...widths)).toBeGreaterThan(0)
  await page.waitForTimeout(1_000) // an idle page that may not save data loads the rest meanwhile
  expect(fetched).toEqual([])

  await page.mouse.move(5, 100)
  await page.mouse.move(9, 100)
  await expect.poll(() => fetched.filter((url) => url.endsWith('.woff2')).length).toBe(2)
  await page.evaluate(() => document.fonts.ready)
  expect(await measureTexts(page)).toEqual(before)
  expect(await page.locator('html').getAttribute('data-shifts')).toBe(null)
})

test('an idle page loads the complete fonts without input, and a window that shows more than the first view before its load event', async ({
  page,
}) => {
  const fetched = filesFetched(page)
  await page.goto('/')
  await expect.poll(() => fetched.filter((url) => url.endsWith('.woff2')).length).toBe(2)
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  for (const [width, height, fonts] of [
    [1728, 900, 0],
    [1440, 901, 2],
    [1440, 900, 0],
  ] as const) {
    await page.setViewportSize({ width, height })
    fetched.length = 0
    await page.goto('/')
    expect(fetched.filter((url) => url.endsWith('.woff2')).length, `${width} × ${height}`).toBe(fonts)
  }
})

test('the focus of a button loads the complete fonts with the dialog, which is shown in them, or soon without them when they do not come', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }) // an idle page loads nothing then
    const { showModal } = HTMLDialogElement.prototype
    HTMLDialogElement.prototype.showModal = function show() {
      document.documentElement.dataset['fonts'] = String(document.fonts.check('600 1em Fraunces'))
      showModal.call(this)
    }
  })
  const fetched = filesFetched(page)
  const opener = page.locator('#faq').getByRole('button', { name: 'Contact Us' })
  const open = async () => {
    await page.goto('/')
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    await opener.focus()
    await expect.poll(() => fetched.filter((url) => url.endsWith('.woff2')).length).toBe(2)
  }
  const press = async () => {
    await opener.evaluate((button: HTMLElement) => button.click()) // without input, which loads the fonts too
    await expect(page.getByRole('dialog')).toBeVisible()
  }
  await open()
  await page.evaluate(() => document.fonts.ready)
  await press()
  await expect(page.locator('html')).toHaveAttribute('data-fonts', 'true')

  fetched.length = 0
  await page.route(/\.woff2$/, () => {}) // is never answered
  await open()
  await press()
  await expect(page.locator('html')).toHaveAttribute('data-fonts', 'false')
})

test('the download page shows its headings in a small font of their own until the idle page has loaded the complete one', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/fraunces-.*woff2/, (route) => released.then(() => route.continue()))
  const requested = page.waitForRequest(/\/fraunces-/)
  await page.goto('/download')
  await requested
  await expect.poll(() => page.evaluate(() => document.fonts.check('600 1em Figtree'))).toBe(true)
  const widths = () =>
    page.locator('h1, header .font-display, section h2, section h3').evaluateAll((all) =>
      all.slice(0, 4).map((heading) => {
        const range = document.createRange()
        range.selectNodeContents(heading)
        return range.getBoundingClientRect().width
      }),
    )
  const before = await widths()
  release()
  await page.evaluate(() => document.fonts.ready)
  expect(await widths()).toEqual(before)
  expect(before.filter((width) => width > 50).length).toBeGreaterThan(2)
})

test('the largest element of every page is painted with the first frame, and waits for no picture, font or script', async ({
  page,
  announce,
}) => {
  announce.trouble(/there is no page at/)
  announce.trouble(/status of 404/)
  await page.route(/\.(svg|js|woff2)$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  for (const path of ['/', '/download', '/terms', '/privacy', '/no/such-page']) {
    await openPage(page, path)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(measureLargestPaintDelay), path).toBeLessThan(500)
  }
})

/** Returns how long after the first paint the largest element was painted, in milliseconds. Runs in the page. */
async function measureLargestPaintDelay(): Promise<number> {
  const largest = await new Promise<number>((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN))
    observer.observe({ type: 'largest-contentful-paint', buffered: true })
  })
  return largest - (performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
}
