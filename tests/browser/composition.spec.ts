// Tests of the composition of the home page: last lines of short texts, and empty places.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'

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
    await page.goto('/')
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    await page.evaluate(async () => {
      document.documentElement.dataset['laidOut'] = '' // lays out all sections (out-of-sight.css)
      await document.fonts.ready
    })
    expect(await page.locator(SHORT_TEXTS).count()).toBeGreaterThan(10)
    expect(await findShortLastLines(page), `${width}`).toEqual([])
  }
})

test('on a tablet, the text of the darkroom tile ends near the bottom of its tile', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/')
  const tile = page.locator('.tile-dark')
  await tile.scrollIntoViewIfNeeded()
  const empty = await tile.evaluate((element) => {
    const text = element.querySelector('p')?.getBoundingClientRect().bottom ?? 0
    return element.getBoundingClientRect().bottom - text
  })
  expect(empty).toBeLessThan(80)
})
