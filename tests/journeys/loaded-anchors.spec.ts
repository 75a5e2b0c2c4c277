// Tests that a URL with the anchor of a section, loaded and not followed, ends at the section's specified offset.
import type { Page } from '@playwright/test'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { openPage } from './open-page.ts'

test.use(WITH_MOTION)

/** The anchors of the home page, and the space above each after a load, in pixels. */
const ANCHORS = new Map([
  ['demo-video', 80],
  ['how-it-works', 80],
  ['features', 80],
  ['story', 80],
  ['who-is-this-for', 80],
  ['free-access', 80],
  ['pricing', 40],
  ['faq', 80],
])

const WINDOWS = [
  [360, 780],
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
] as const

/** Delay of the font files in milliseconds, longer than the page takes to load without them. */
const LATE_FONTS_MS = 600

/** Responses to the request for the number of spots: many left, none left, an invalid number, and the service is away. */
const SPOTS = [{ json: { value: '250' } }, { json: { value: '0' } }, { json: { value: 'many' } }, { status: 503 }]

type Settled = { id: string; top: number; moved: number }

/**
 * The width in pixels at which `npm test` runs the tests with late fonts and without script; `npm run rehearse -- journeys` runs them at all
 * widths. At this width, some lines break differently in the complete fonts than in the fallback fonts. Its window is lower than
 * `LARGER_WINDOWS` (first-view.ts), so that the home page does not load the complete fonts for its height.
 */
const IN_EVERY_RUN = 360

for (const [width, height] of WINDOWS) {
  const tag = [...(width === IN_EVERY_RUN ? [] : ['@rehearsal']), '@R2.10']
  test.describe(`in a window of ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } })

    test(`the URL of a section, loaded in a new page, scrolls to the section’s offset, and the layout does not change after the load event: ${width} px`, {
      tag: ['@rehearsal', '@R2.10'],
    }, async ({ page }) => {
      test.slow()
      await page.addInitScript(recordPlaceAtLoad)
      const results: Settled[] = []
      for (const id of ANCHORS.keys()) results.push(await loadAnchor(page, id))
      expect(results.filter(isWrong)).toEqual([])
    })

    test(`the URL of a section, loaded in a new page, scrolls to the section’s offset when the fonts load late: ${width} px`, {
      tag: [...tag, '@R2.19'],
    }, async ({ page }) => {
      test.slow()
      await page.addInitScript(recordPlaceAtLoad)
      // Hides scroll events from the page, because on a scroll event it requests the fonts too.
      await page.addInitScript(() => addEventListener('scroll', (event) => event.stopImmediatePropagation(), true))
      let requests = 0
      await page.route(/\.woff2$/, async (route) => {
        requests++
        await new Promise((resolve) => setTimeout(resolve, LATE_FONTS_MS))
        await route.continue()
      })
      const results: Settled[] = []
      for (const id of ANCHORS.keys()) results.push(await loadAnchor(page, id))
      expect(results.filter(isWrong)).toEqual([])
      expect(requests).toBeGreaterThan(0)
    })

    test.describe('without script', () => {
      test.use({ javaScriptEnabled: false })

      test(`without JavaScript the URL of a section, loaded in a new page, scrolls to the section’s offset: ${width} px`, {
        tag,
      }, async ({ page }) => {
        for (const [id, offset] of ANCHORS) {
          await page.goto('about:blank')
          await page.goto(`/#${id}`)
          await expect
            .poll(async () => Math.round((await page.locator(`#${id}`).boundingBox())?.y ?? 0), id)
            .toBe(offset)
        }
      })
    })
  })
}

test('a loaded section address below the number of spots ends at the section’s offset, for any response to the request for the number', async ({
  page,
  announce,
}) => {
  test.slow()
  announce.trouble(/status of 503/)
  await page.addInitScript(recordPlaceAtLoad)
  const results: (Settled & { width: number; spots: object })[] = []
  for (const [width, height] of WINDOWS.slice(1, 3)) // the narrow layout and the wide one
    for (const spots of SPOTS) {
      await page.setViewportSize({ width, height })
      await page.route('**/rest/v1/app_settings*', (route) => route.fulfill(spots))
      results.push({ ...(await loadAnchor(page, 'faq', isSpotsShown)), width, spots })
      await page.unrouteAll()
    }
  expect(results.filter(isWrong)).toEqual([])
})

test('a section that the URL names keeps its place in the viewport when the section before it moves up and becomes higher', {
  tag: '@R2.19',
}, async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 360, height: 780 })
  await page.addInitScript(recordPlaceAtLoad)
  const results: Settled[] = []
  for (const id of ANCHORS.keys()) {
    const { moved } = await loadAnchor(page, id)
    const top = await page.evaluate(async (section) => {
      const target = document.getElementById(section)
      const before = target?.closest('#main > section')?.previousElementSibling
      // As when late fonts make a paragraph further up one line shorter, and one in the section before the target one line longer.
      const line = document.createElement('div')
      line.style.height = '27px'
      const frames = async () => {
        for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame)
      }
      document.querySelector('#main > section')?.prepend(line)
      target?.scrollIntoView()
      await frames()
      before?.append(line)
      await frames()
      return target?.getBoundingClientRect().top ?? 0
    }, id)
    results.push({ id, top, moved })
  }
  expect(results.filter(isWrong)).toEqual([])
})

test('the list of loaded section addresses contains every section that a link of the home page names', async ({
  page,
}) => {
  await page.goto('/')
  const named = await page
    .locator('a[href*="#"]')
    .evaluateAll((links) => links.map((link) => new URL(link instanceof HTMLAnchorElement ? link.href : '').hash))
  expect([...new Set(named)].filter((hash) => !ANCHORS.has(hash.slice(1)))).toEqual(['#main', '#deck'])
})

/** Returns whether the placeholder of the number of spots was replaced. Runs in the page. */
const isSpotsShown = () => document.querySelector('.spots-figure')?.textContent !== ''

/** Loads the home page at an anchor and waits until `isReady`. Returns the final place of the section, and how far it moved within the page after the load event. */
async function loadAnchor(page: Page, id: string, isReady = () => true): Promise<Settled> {
  await page.goto('about:blank') // from the same page, a new fragment would be followed, not loaded
  await openPage(page, `/#${id}`)
  await page.waitForFunction(isReady)
  return page.evaluate(async (section) => {
    const element = document.getElementById(section)
    const place = () => (element?.getBoundingClientRect().top ?? 0) + scrollY
    // Waits until the page is still for 20 frames: after hydration, sections get their entrance animations and lazy pictures.
    await document.fonts.ready
    for (let still = 0, before = ''; still < 20; await new Promise(requestAnimationFrame)) {
      const now = `${scrollY} ${place()}`
      still = now === before ? still + 1 : 0
      before = now
    }
    const atLoad = Number(document.documentElement.dataset['placeAtLoad'])
    return { id: section, top: element?.getBoundingClientRect().top ?? 0, moved: place() - atLoad }
  }, id)
}

function isWrong({ id, top, moved }: Settled): boolean {
  return Math.abs(top - (ANCHORS.get(id) ?? 0)) > 1 || Math.abs(moved) > 1
}

/** Records the place of the URL's section within the page at the load event. Runs in the page. */
function recordPlaceAtLoad() {
  addEventListener('load', () => {
    const top = document.getElementById(location.hash.slice(1))?.getBoundingClientRect().top ?? 0
    document.documentElement.dataset['placeAtLoad'] = String(top + scrollY)
  })
}
