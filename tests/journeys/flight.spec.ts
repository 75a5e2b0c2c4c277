// Tests of the way to a section: how a press on a section link, Download or Get Started scrolls there, and what is shown meanwhile.
import type { Page } from '@playwright/test'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { openPage } from './open-page.ts'

test.use(WITH_MOTION)

/** The controls that lead to a section, and the section's id. */
const WAYS = [
  ['[aria-label="Welcome"] a[href="/#free-access"]', 'free-access'],
  ['header a[href="/#features"]', 'features'],
  ['header a[href="/#faq"]', 'faq'],
  ['footer a[href="/#story"]', 'story'],
  ['footer a[href="/#pricing"]', 'pricing'],
] as const

for (const [control, id] of WAYS) {
  test(`the way from the hero to the section ${id} begins close to it, and shows no blank block meanwhile`, {
    tag: id === 'features' ? '@wide' : id === 'pricing' ? [] : '@rehearsal',
  }, async ({ page }) => {
    await enterHome(page)
    const { offsets, blank, text } = await page.evaluate(recordFlight, { control, id })
    const viewport = page.viewportSize()?.height ?? 0
    expect(new Set(offsets).size).toBeGreaterThan(1) // the last part is animated
    expect(offsets.filter((offset) => offset < -1.2 * viewport || offset > 1)).toEqual([])
    expect(blank).toEqual([])
    expect(text).toBeGreaterThan(0)
    const pictures = page.locator(`#${id} img`)
    await expect
      .poll(() =>
        pictures.evaluateAll((all) =>
          all.every((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0),
        ),
      )
      .toBe(true)
  })
}

test('the way back from the end of the page to a section begins close to it', async ({ page }) => {
  await enterHome(page)
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  const { offsets, blank } = await page.evaluate(recordFlight, {
    control: 'header a[href="/#features"]',
    id: 'features',
  })
  const viewport = page.viewportSize()?.height ?? 0
  expect(offsets.filter((offset) => offset > 1.2 * viewport || offset < -1)).toEqual([])
  expect(blank).toEqual([])
})

async function enterHome(page: Page): Promise<void> {
  await openPage(page, '/')
}

/**
 * Presses a control and records every frame from the first movement until the position is stable. Runs in the page. Returns:
 * - `offsets`: for each frame, the distance in pixels to the final position; positive when the page was scrolled too far. It is measured
 *   relative to the section, because text above the section can wrap differently when the complete fonts arrive during the flight.
 * - `blank`: the texts of blocks that were still hidden while 30 % of their height was in the viewport.
 * - `text`: the number of visible characters of the section at the end.
 */
async function recordFlight({ control, id }: { control: string; id: string }) {
  const start = scrollY
  const tops: number[] = []
  const blank = new Set<string>()
  const section = document.getElementById(id) ?? document.body
  document.querySelector<HTMLElement>(control)?.click()
  for (let still = 0; still < 20; ) {
    const before = scrollY
    // After the frame's callbacks, one of which scrolls.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    if (scrollY === start && tops.length === 0) continue
    still = scrollY === before ? still + 1 : 0
    tops.push(section.getBoundingClientRect().top)
    for (const block of document.querySelectorAll<HTMLElement>('[data-waiting]:not([data-revealed])')) {
      const { top, bottom, height } = block.getBoundingClientRect()
      if (Math.min(bottom, innerHeight) - Math.max(top, 0) > height * 0.3) blank.add(block.textContent ?? '')
    }
  }
  const words = [...document.querySelectorAll<HTMLElement>(`#${id} :is(h2, h3, p, li)`)].filter((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight && element.checkVisibility({ opacityProperty: true })
  })
  const end = tops.at(-1) ?? 0
  const offsets = tops.map((top) => Math.round(end - top))
  return { offsets, blank: [...blank], text: words.map((element) => element.textContent).join('').length }
}
