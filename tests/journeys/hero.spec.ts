import type { Page } from '@playwright/test'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { openPage } from './open-page.ts'
import { layOutOwnPhotos, TOP_PRINT } from './own-photos-deck.ts'
import { WHOLLY } from './page-checks.ts'
import { createPng } from './photo-files.ts'
import { waitForTwoFrames } from './two-frames.ts'

test.use(WITH_MOTION)

const TOP = '[data-lie="deck-0"]'

/** Sizes of small screens: width and height in CSS pixels. */
const SMALL_SCREENS = [
  [360, 640],
  [360, 740],
  [390, 844],
  [768, 1024],
] as const

test('the first screen of a phone or tablet shows the sentence, Download, the top print and the buttons of the deck', async ({
  page,
}) => {
  for (const [width, height] of SMALL_SCREENS) {
    await page.setViewportSize({ width, height })
    await enterHome(page)
    await page.evaluate(() => document.fonts.ready)
    const hero = page.getByRole('region', { name: 'Welcome' })
    for (const part of [
      hero.getByRole('heading', { level: 1 }),
      hero.getByText('Keep the ones you love, let the rest go.'),
      hero.getByRole('button', { name: /^Download / }),
      hero.getByText('for Mac and Windows'),
      hero.getByRole('button', { name: 'Let go' }),
      hero.getByRole('button', { name: 'Keep' }),
    ])
      await expect(part, `${width} × ${height}`).toBeInViewport(WHOLLY)
    await expect(page.locator(`${TOP} .print`), `${width} × ${height}`).toBeInViewport({ ratio: 0.95 })
  }
})

test('at 320 px the three buttons of the deck are in one line, and a phone held sideways shows words, prints and buttons at once, and own photos', async ({
  page,
}) => {
  for (const [width, height] of [
    [320, 640],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    await enterHome(page)
    await page.evaluate(() => document.fonts.ready)
    const hero = page.getByRole('region', { name: 'Welcome' })
    const buttons = ['Let go', 'Undo', 'Keep'].map((name) => hero.getByRole('button', { name }))
    const tops = await Promise.all(buttons.map(async (button) => (await button.boundingBox())?.y))
    expect(new Set(tops).size, `${width} × ${height}`).toBe(1)
    if (width < height) continue
    for (const part of [
      hero.getByRole('heading', { level: 1 }),
      hero.getByRole('button', { name: /^Download / }),
      ...buttons,
    ])
      await expect(part).toBeInViewport(WHOLLY)
    await expect(page.locator(`${TOP} .print`)).toBeInViewport({ ratio: 0.95 })
    await layOutOwnPhotos(page, [createPng('photo-60.png', 60, 40, [60, 90, 200])])
    const shown = async () => (await page.locator(TOP_PRINT).getByRole('img').boundingBox())?.width
    await expect.poll(shown, 'own photos').toBeGreaterThan(80)
  }
})

test('the deck says how to move a print: by swiping on a touch screen, by dragging or the arrow keys with a mouse; Undo is drawn at least at 70 %', {
  tag: '@wide',
}, async ({ page, isMobile }) => {
  await page.goto('/')
  const hint = page.locator('.deck-count')
  await expect(hint.getByText('swipe the print to a side')).toBeVisible({ visible: isMobile })
  const keys = hint.getByText('use the arrow keys.')
  await expect(keys).toBeVisible({ visible: !isMobile })
  if (!isMobile) await expect(keys).toBeInViewport(WHOLLY)
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toHaveAttribute('aria-disabled', 'true')
  const opacity = await undo.evaluate((button) => Number(getComputedStyle(button).opacity))
  expect(opacity, 'its focus ring keeps 3:1').toBeGreaterThanOrEqual(0.7)
})

test.describe('with a mouse', () => {
  test.use({ isMobile: false, hasTouch: false })

  test('from 768 px of width the hint below the deck is one line, so the first decision moves nothing below it', async ({
    page,
  }) => {
    for (const [width, height] of [
      [768, 1024],
      [1024, 768],
      [1280, 800],
      [1440, 900],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height })
      await enterHome(page)
      await page.evaluate(() => document.fonts.ready)
      const count = page.locator('.deck-count')
      const lines = await count.evaluate(
        (line) => line.clientHeight / Number.parseFloat(getComputedStyle(line).lineHeight),
      )
      expect(Math.round(lines), `${width} × ${height}`).toBe(1)
    }
  })
})

test('the top print, on which she blinks, leans towards Let go once after 1.5 s and springs back, without a layout shift', async ({
  page,
}) => {
  await recordHints(page)
  await enterHome(page)
  await expect.poll(() => hintsOf(page)).toEqual(['leans left', 'is back'])
  await page.waitForTimeout(2_500)
  expect(await hintsOf(page)).toEqual(['leans left', 'is back'])
  expect(await page.evaluate(() => document.documentElement.dataset['shifted'])).toBeUndefined()
})

test('the top print does not lean once the visitor has pressed something, in a hidden page, or with reduced motion', async ({
  context,
}) => {
  const ways: Record<string, (page: Page) => Promise<void>> = {
    async pressed(page) {
      await enterHome(page)
      await page.keyboard.press('Shift')
    },
    async hidden(page) {
      await page.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true }))
      await enterHome(page)
    },
    async 'reduced motion'(page) {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await enterHome(page)
    },
  }
  const pages: Page[] = []
  for (const enter of Object.values(ways)) {
    const page = await context.newPage()
    pages.push(page)
    await recordHints(page)
    await enter(page)
  }
  await pages[0]?.waitForTimeout(2_500)
  const hints = await Promise.all(pages.map(hintsOf))
  expect(Object.keys(ways).map((way, index) => [way, hints[index]])).toEqual(Object.keys(ways).map((way) => [way, []]))
})

async function enterHome(page: Page): Promise<void> {
  await openPage(page, '/')
  await waitForTwoFrames(page)
}

/** Records, in data attributes of the page, when the top print begins to lean, when it is back, and whether the layout shifts. */
async function recordHints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // The document is still empty when this script runs.
    const record = (what: string) => {
      const { documentElement: root } = document
      root.dataset['hints'] = [root.dataset['hints'], what].filter((each) => each).join(', ')
    }
    new PerformanceObserver(() => {
      document.documentElement.dataset['shifted'] = ''
    }).observe({ type: 'layout-shift' })
    let start = 0
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLElement)) continue
        const print = target.querySelector<HTMLElement>('[data-lie="deck-0"]')
        const left = print?.getBoundingClientRect().left ?? 0
        if (target.hasAttribute('data-hint')) start = left
        else {
          // The print is at the end of its movement to the left when the attribute is removed.
          if (left < start - 5) record('leans left')
          record('is back')
        }
      }
    }).observe(document, { subtree: true, attributeFilter: ['data-hint'] })
  })
}

async function hintsOf(page: Page): Promise<string[]> {
  return await page.evaluate(() => document.documentElement.dataset['hints']?.split(', ') ?? [])
}
