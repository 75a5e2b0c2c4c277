import type { Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { clickAfterHydration, openPage } from './open-page.ts'

/** Window sizes: phones upright and sideways, a tablet, a laptop, and a wide window that is low. */
const WINDOWS = [
  [360, 780],
  [360, 640],
  [844, 390],
  [768, 1024],
  [1440, 900],
  [1920, 600],
] as const

/** Height in pixels up to which the banner counts as one slim line: a button of 44 px, the padding and a border. */
const SLIM_PX = 54

/** The heights of the windows that `npm test` tries: a phone upright and sideways, and a wide window. */
const IN_EVERY_RUN = [640, 390, 900]

for (const [width, height] of WINDOWS) {
  const tag = IN_EVERY_RUN.includes(height) ? '@R2.23' : '@rehearsal'
  test.describe(`in a window of ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } })

    test(`the download banner is one line at the lower edge from a scroll position of 800 px to the end of the page, covers no control, also by Tab and Shift+Tab, and never is the second visible button with a gradient: ${width} × ${height}`, {
      tag,
    }, async ({ page }) => {
      await enterHome(page)
      const seen = await page.evaluate(scrollThroughPage)
      expect(seen.missingAt, 'scroll positions beyond 800 px without the banner').toEqual([])
      expect(seen.shownAt.filter((top) => top <= 800)).toEqual([])
      expect(seen.places).toEqual([{ left: 0, right: width, fromFoot: 0, isInFront: true, height: expect.any(Number) }])
      expect(seen.places[0]?.height).toBeLessThanOrEqual(SLIM_PX)
      expect(seen.controls).toBeGreaterThan(30)
      expect(seen.rivalsAt, 'scroll positions with two gradient buttons in view').toEqual([])
      expect(seen.gradients).toEqual([`Download ${brand.name}`, 'Download App'])
      expect(seen.neverClear, 'controls that no scroll position shows whole above the banner').toEqual([])
      expect(seen.coveredAtEnd, 'controls and prints under the banner at the end of the page').toEqual([])

      await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
      await expect(page.locator('#download-banner')).toBeVisible()
      for (const [from, key] of [
        ['#demo-video a', 'Tab'],
        ['#top > footer a[href^="mailto:"]', 'Shift+Tab'],
      ] as const) {
        await page.locator(from).first().focus()
        const walk = await pressThroughPage(page, key)
        expect(walk.covered, key).toEqual([])
        expect(walk.stops, key).toBeGreaterThan(20)
      }
    })
  })
}

test('the download banner comes and goes at 800 px, a heading or control at the lower edge lies clear of it, and it or the dialog says that the app is for Mac and Windows', {
  tag: '@wide',
}, async ({ page, isMobile }) => {
  await enterHome(page)
  const banner = page.locator('#download-banner')
  for (const [top, visible] of [
    [900, true],
    [700, false],
    [900, true],
  ] as const) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top)
    await expect(banner).toBeVisible({ visible })
  }
  expect((await banner.boundingBox())?.height).toBeLessThanOrEqual(SLIM_PX)
  const covered = await page.locator('main :is(h2, h3, button, .button)').evaluateAll((all) => {
    const line = document.querySelector('#download-banner')?.getBoundingClientRect().top ?? 0
    return all.flatMap((it) => {
      if (!it.checkVisibility() || it.closest('#download-banner, .sr-only')) return []
      it.scrollIntoView({ block: 'end', behavior: 'instant' })
      return it.getBoundingClientRect().bottom > line ? [it.textContent] : []
    })
  })
  expect(covered).toEqual([])

  await expect(banner.getByText('Free beta for Mac and Windows')).toBeVisible({ visible: !isMobile })
  await clickAfterHydration(banner.getByRole('button', { name: 'Download App' }))
  const note = page.getByRole('dialog').getByText('runs on Mac and Windows computers. We’ll email you the link')
  await expect(page.getByRole('dialog').getByLabel('Full Name')).toBeVisible()
  await expect(note).toBeVisible({ visible: isMobile })
  if (!isMobile) return
  const bottom = await note.evaluate((element) => element.getBoundingClientRect().bottom)
  expect((await page.getByLabel('Full Name').boundingBox())?.y).toBeGreaterThan(bottom)
})

async function enterHome(page: Page): Promise<void> {
  await openPage(page, '/')
}

/**
 * Scrolls from the top of the page to its end, in steps of a sixth of the viewport. Returns where the banner was shown and how, and which
 * controls were never whole between the navigation bar and the banner. A fixed control must never touch the banner. Runs in the page.
 */
async function scrollThroughPage() {
  const banner = document.querySelector('#download-banner')
  const controls = [
    ...document.querySelectorAll<HTMLElement>('#top :is(a[href], button, summary, input, [tabindex="0"])'),
  ].filter((control) => !control.closest('#download-banner, .skip-link, dialog') && control.checkVisibility())
  const unseen = new Set(controls)
  const places = new Map<
    string,
    { left: number; right: number; fromFoot: number; height: number; isInFront: boolean }
  >()
  const missingAt: number[] = []
  const shownAt: number[] = []
  const rivalsAt: number[] = []
  const gradients = new Set<string>()
  const page = document.documentElement
  const isWhole = (control: HTMLElement) => {
    const { top, bottom } = control.getBoundingClientRect()
    const end = banner?.checkVisibility() ? banner.getBoundingClientRect().top : innerHeight
    const start = document.querySelector('header nav')?.getBoundingClientRect().bottom ?? 0
    return bottom <= end && (top >= start || control.closest('header') !== null)
  }
  window.scrollTo({ top: 0, behavior: 'instant' })
  for (let end = false; !end; window.scrollBy({ top: innerHeight / 6, behavior: 'instant' })) {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    end = scrollY + innerHeight >= page.scrollHeight - 2
    const isShown = banner?.checkVisibility() === true
    const line = isShown ? banner.getBoundingClientRect() : new DOMRect(0, innerHeight)
    if (isShown) {
      const { left, right, bottom, height } = line
      const inFront = document.elementFromPoint(innerWidth / 2, line.top + height / 2)
      const place = { left, right, fromFoot: innerHeight - bottom, height, isInFront: banner.contains(inFront) }
      places.set(JSON.stringify(place), place)
      shownAt.push(scrollY)
    } else if (scrollY > 800) missingAt.push(scrollY)
    const inView = [...document.querySelectorAll('.button')].filter((button) => {
      const { top, bottom } = button.getBoundingClientRect()
      const isInView = button.checkVisibility() && bottom > 0 && top < innerHeight
      return isInView && getComputedStyle(button).backgroundImage !== 'none'
    })
    for (const button of inView) gradients.add(button.textContent ?? '')
    if (inView.length > 1) rivalsAt.push(scrollY)
    for (const control of unseen) if (isWhole(control)) unseen.delete(control)
  }
  // A control that is nearly as high as the free part of the window is whole only between two of these positions.
  for (const control of unseen) {
    control.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    if (isWhole(control)) unseen.delete(control)
  }
  window.scrollTo({ top: page.scrollHeight, behavior: 'instant' })
  const top = banner?.getBoundingClientRect().top ?? 0
  const names = (all: Iterable<HTMLElement>) =>
    [...all].map((control) => control.textContent?.trim() || control.outerHTML)
  return {
    controls: controls.length,
    missingAt,
    shownAt,
    rivalsAt,
    gradients: [...gradients],
    places: [...places.values()],
    neverClear: names(unseen),
    coveredAtEnd: names(
      [...controls, ...document.querySelectorAll<HTMLElement>('#footer .print')].filter((control) => {
        const box = control.getBoundingClientRect()
        return box.bottom > top && box.top < innerHeight && box.height > 0
      }),
    ),
  }
}

/** Presses a key through the controls of `main` and the footer. Returns the controls that the banner covered while they had the focus. */
async function pressThroughPage(page: Page, key: string): Promise<{ covered: string[]; stops: number }> {
  const covered: string[] = []
  for (let stops = 1; ; stops++) {
    const stop = await page.evaluate(async () => {
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
      const focused = document.activeElement
      const banner = document.querySelector('#download-banner')
      if (!focused?.closest('main, footer')) return null
      const { top, bottom } = focused.getBoundingClientRect()
      const line = banner?.checkVisibility() ? banner.getBoundingClientRect().top : innerHeight
      const isCovered = !banner?.contains(focused) && (bottom > line || top < 0)
      return isCovered ? `${focused.textContent?.trim()} at ${top} to ${bottom}` : ''
    })
    if (stop === null) return { covered, stops }
    if (stop !== '') covered.push(stop)
    await page.keyboard.press(key)
  }
}
