import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { clickAfterHydration } from './click-after-hydration.ts'
import { waitForTwoFrames } from './two-frames.ts'

const WINDOWS = [
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const

test('scrolling back above 800 px hides the download banner, and scrolling down shows it again', {
  tag: '@wide',
}, async ({ page }) => {
  await enterHome(page)
  const banner = page.getByRole('complementary', { name: 'Download', exact: true })
  for (const [top, visible] of [
    [900, true],
    [700, false],
    [900, true],
  ] as const) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top)
    await expect(banner).toBeVisible({ visible })
  }
})

test('the sentence of the download banner takes at most two lines on a phone, so that the banner stays low', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await enterHome(page)
  await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
  const sentence = page
    .getByRole('complementary', { name: 'Download', exact: true })
    .getByText('Free beta for Mac and Windows')
  await expect(sentence).toBeVisible()
  const lines = await sentence.evaluate(
    (line) => line.clientHeight / Number.parseFloat(getComputedStyle(line).lineHeight),
  )
  expect(Math.round(lines)).toBeLessThanOrEqual(2)
})

test('the download banner is never shown beside the offer or the footer, in any window size', async ({ page }) => {
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height })
    await enterHome(page)
    const seen = await page.evaluate(scrollThroughPage)
    expect(seen.covered, `${width} × ${height}`).toEqual([])
    expect(seen.shown, `${width} × ${height}`).toBeGreaterThan(3)
    expect(seen.shown, `${width} × ${height}`).toBeLessThan(seen.steps)
  }
})

test('the download banner covers no control of the home page that gets the focus', async ({ page }) => {
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height })
    await enterHome(page)
    await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
    await expect(page.locator('#download-banner')).toBeVisible()
    expect(await page.evaluate(focusEveryControl), `${width} × ${height}`).toEqual([])
  }
})

test('a window lower than 480 px has no download banner, and turning a phone upright shows it', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await enterHome(page)
  await page.evaluate(() => window.scrollTo({ top: 2_000, behavior: 'instant' }))
  await waitForTwoFrames(page)
  await expect(page.locator('#download-banner')).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.locator('#download-banner')).toBeVisible()
})

test('a phone shows that the app is for Mac and Windows in the download banner and the sign-up dialog, before the first field', {
  tag: '@wide',
}, async ({ page, isMobile }) => {
  await enterHome(page)
  await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
  const banner = page.locator('#download-banner')
  await expect(banner).toContainText('Free beta for Mac and Windows')
  await clickAfterHydration(banner.getByRole('button', { name: 'Download App' }))
  const note = page.getByRole('dialog').getByText('runs on Mac and Windows computers. We’ll email you the link')
  await expect(page.getByRole('dialog').getByLabel('Full Name')).toBeVisible()
  await expect(note).toBeVisible({ visible: isMobile })
  if (!isMobile) return
  const bottom = await note.evaluate((element) => element.getBoundingClientRect().bottom)
  expect((await page.getByLabel('Full Name').boundingBox())?.y).toBeGreaterThan(bottom)
})

async function enterHome(page: Page): Promise<void> {
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await page.evaluate(() => document.documentElement.setAttribute('data-laid-out', ''))
}

/** Scrolls through the page in steps. Returns what the banner covered, and at how many steps it was shown. Runs in the page. */
async function scrollThroughPage() {
  const covered: string[] = []
  let steps = 0
  let shown = 0
  const banner = document.querySelector('#download-banner')
  while (scrollY + innerHeight < document.documentElement.scrollHeight - 2) {
    window.scrollBy({ top: innerHeight * 0.3, behavior: 'instant' })
    for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve))
    steps += 1
    if (!banner?.checkVisibility()) continue
    shown += 1
    const { top } = banner.getBoundingClientRect()
    for (const part of document.querySelectorAll('#free-access .button, #free-access .offer, #top > footer a')) {
      const box = part.getBoundingClientRect()
      if (box.bottom > top && box.top < innerHeight) covered.push(`${scrollY}: ${part.textContent}`)
    }
  }
  return { covered, steps, shown }
}

/** Focuses the controls of the page one by one. Returns those that the banner covers. Runs in the page. */
async function focusEveryControl() {
  const banner = document.querySelector('#download-banner')
  const covered: string[] = []
  for (const control of document.querySelectorAll<HTMLElement>('main :is(a, button, summary), #top > footer a')) {
    if (!control.checkVisibility({ visibilityProperty: true }) || banner?.contains(control)) continue
    control.focus()
    // The banner appears and disappears some frames after the page was scrolled.
    for (let frame = 0; frame < 20 && isCovered(control); frame++) await new Promise(requestAnimationFrame)
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    if (isCovered(control)) covered.push(control.textContent ?? '')
  }
  return covered

  function isCovered(control: HTMLElement): boolean {
    if (!banner?.checkVisibility()) return false
    const box = control.getBoundingClientRect()
    const { top, left, right } = banner.getBoundingClientRect()
    return box.bottom > top && box.top < innerHeight && box.right > left && box.left < right
  }
}
