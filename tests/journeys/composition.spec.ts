// Tests of the composition of the home page: last lines of short texts, and empty places.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { openPage } from './open-page.ts'

const WIDTHS = [360, 390, 768, 1024, 1440, 1920]

/** The short texts of the home page: the sentence of the hero, those below headings, and those of story and audiences. */
const SHORT_TEXTS = '.text-lead, .story-moment p, #who-is-this-for li p, .deck-count'

/** Returns the short texts of several lines whose last line is less than a third as wide as their widest line. */
async function findShortLastLines(page: Page): Promise<string[]> {
  return await page.locator(SHORT_TEXTS).evaluateAll((texts) =>
    texts.flatMap((text) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const lines = new Map<number, { left: number; right: number }>()
      for (const { left, right, bottom } of range.getClientRects()) {
        const line = lines.get(Math.round(bottom / 10)) ?? { left, right }
        lines.set(Math.round(bottom / 10), { left: Math.min(left, line.left), right: Math.max(right, line.right) })
      }
      const widths = [...lines.values()].map(({ left, right }) => right - left)
      return (widths.at(-1) ?? 0) < Math.max(...widths) / 3 ? [text.textContent] : []
    }),
  )
}

test('no short text of the home page ends in a line of less than a third of its width, in any window', {
  tag: '@rehearsal',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await openPage(page, '/')
    await page.evaluate(() => document.fonts.ready)
    expect(await page.locator(SHORT_TEXTS).count()).toBeGreaterThan(10)
    expect(await findShortLastLines(page), `${width}`).toEqual([])
  }
})

test('no text below the hero is set at an angle', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/')
  const texts = page.locator('main > .hero-ground ~ * :is(h2, h3, h4, p, blockquote, figcaption, a, button, b)')
  expect(await texts.count()).toBeGreaterThan(60)
  const tilted = await texts.evaluateAll((all) =>
    all.flatMap((text) => {
      for (let each: Element | null = text; each; each = each.parentElement)
        if (getComputedStyle(each).rotate !== 'none') return [text.textContent]
      return []
    }),
  )
  expect(tilted).toEqual([])
})

test('the home page is at most 7,500 px long at 1440 px and 9,000 px on a phone, and shows its overview card in a very wide window only, over no print', {
  tag: '@R2.8',
}, async ({ page }) => {
  await openPage(page, '/')
  await page.evaluate(() => document.fonts.ready)
  const card = page.getByRole('complementary', { name: 'Overview' })
  for (const [width, height, most] of [
    [390, 844, 9_000],
    [1440, 900, 7_500],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await page.evaluate(() => document.documentElement.scrollHeight), `${width}`).toBeLessThan(most)
    await expect(card).toBeHidden()
  }
  for (const width of [1728, 1920, 2560]) {
    await page.setViewportSize({ width, height: 1080 })
    const prints = await page
      .locator('#free-access .print')
      .evaluateAll((all) => all.map((print) => print.getBoundingClientRect().right))
    expect(prints).toHaveLength(2)
    expect(Math.max(...prints), `${width}`).toBeLessThan((await card.boundingBox())?.x ?? 0)
  }
  await expect(card).toContainText('Keepers land here')
  await page.keyboard.press('ArrowRight')
  await expect(card).toContainText('1 kept')
})

test('on a phone, testimonials and story are strips that the keyboard scrolls, with a part of the next item in view', async ({
  page,
}) => {
  await page.goto('/')
  for (const name of ['Testimonials', 'Our story']) {
    const strip = page.getByRole('list', { name })
    await strip.scrollIntoViewIfNeeded()
    const [first, second] = [strip.getByRole('listitem').nth(0), strip.getByRole('listitem').nth(1)]
    await expect(first).toBeInViewport({ ratio: 0.9 })
    await expect(second).toBeInViewport({ ratio: 0.05 })
    await strip.focus()
    await expect(strip).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(second).toBeInViewport({ ratio: 0.9 })
  }
})
