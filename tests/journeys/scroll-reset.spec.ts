// Tests that navigation to another page ends at the top of the page, or at the requested section, even while the previous page is
// scrolling.
import type { Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { openPage } from './open-page.ts'
import { openSignupDialog } from './signup-dialog.ts'

test.use(WITH_MOTION)

/** The actions that start scrolling on the home page. */
const MOTIONS: Record<string, (page: Page) => Promise<void>> = {
  'a link to a section': (page) => click(page, 'a[href="/#faq"]'),
  'the hero': (page) => click(page, '.hero-ground a[href="/#free-access"]'),
  'the space bar': (page) => keys(page, 'Space'),
  'the key End': (page) => keys(page, 'End'),
  'the key PageDown': (page) => keys(page, 'PageDown'),
  'the wheel': async (page) => {
    await page.mouse.move(100, 400)
    // Waits until the page has received all wheel input: input that arrives after the navigation would scroll the next page. Adds up the
    // deltas, because a browser may merge wheel events.
    const received = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          let sum = 0
          addEventListener('wheel', ({ deltaY }) => (sum += deltaY) >= 3_000 && resolve(), { passive: true })
        }),
    )
    for (let turn = 0; turn < 6; turn++) await page.mouse.wheel(0, 500)
    await received
  },
  scrollIntoView: (page) => page.evaluate(() => document.querySelector('#faq')?.scrollIntoView({ behavior: 'smooth' })),
}

/** The actions that navigate from the home page to another page. */
const WAYS: Record<string, (page: Page) => Promise<void>> = {
  Download: (page) => click(page, 'a[href="/download"]'),
  'a link of the footer': (page) => click(page, 'footer a[href="/privacy"]'),
  'the way back': (page) => page.evaluate(() => history.go(Number(sessionStorage.getItem('entered')) - history.length)),
}

for (const [motion, move] of Object.entries(MOTIONS)) {
  const tag = motion === 'the key End' || motion === 'the wheel' ? [] : '@rehearsal'
  test(`navigating away while ${motion} is scrolling the home page shows the next page at its top`, { tag }, async ({
    page,
  }) => {
    for (const [way, go] of Object.entries(WAYS)) {
      await enterHome(page)
      await move(page)
      await page.waitForFunction(() => scrollY > 0)
      await go(page)
      expect(await settled(page), way).toBe(0)
    }
  })
}

test('a section link pressed while /terms is still scrolling leads to that section of the home page', async ({
  page,
}) => {
  for (const id of ['faq', 'story', 'pricing']) {
    await openPage(page, '/terms')
    await page.evaluate(() => scrollTo({ top: 5_000, behavior: 'smooth' }))
    await page.waitForFunction(() => scrollY > 0)
    await click(page, `footer a[href="/#${id}"]`)
    await page.locator(`#${id}`).waitFor()
    await settled(page)
    const top = await page.locator(`#${id}`).evaluate((section) => section.getBoundingClientRect().top)
    expect(Math.abs(top - (id === 'pricing' ? 40 : 80)), id).toBeLessThanOrEqual(2)
  }
})

test('signing up while the home page is scrolling leads to the top of the download page', async ({ page }) => {
  const { signUp } = await openSignupDialog(page)
  await page.evaluate(() => document.querySelector('#demo-video')?.scrollIntoView({ behavior: 'smooth' }))
  await signUp(createTestVisitor())
  await expect(page).toHaveURL(/\/download$/)
  await expect(page.getByRole('heading', { level: 1, name: `Welcome to ${brand.name}!` })).toBeInViewport()
  expect(await settled(page)).toBe(0)
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('with reduced motion, navigating from the middle of the home page shows the next page at its top', async ({
    page,
  }) => {
    for (const [way, go] of Object.entries(WAYS)) {
      await enterHome(page)
      await click(page, 'a[href="/#faq"]')
      await page.waitForFunction(() => scrollY > 0)
      await go(page)
      expect(await settled(page), way).toBe(0)
    }
  })
})

/** Opens the terms page, stores the length of the browser history in session storage, and follows the link to the home page. */
async function enterHome(page: Page): Promise<void> {
  await openPage(page, '/terms')
  await page.evaluate(() => sessionStorage.setItem('entered', String(history.length)))
  await click(page, 'header a[href="/"]')
  await page.locator('#faq').waitFor({ state: 'attached' })
  expect(await settled(page)).toBe(0)
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
}

/** Waits until the next page is rendered and the scroll position is stable. Returns the scroll position. */
async function settled(page: Page): Promise<number> {
  await page.waitForFunction(() => (document.querySelector('#faq') === null) === (location.pathname !== '/'))
  return await page.evaluate(async () => {
    for (let frames = 0, before = -1; frames < 12; frames++) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      if (scrollY !== before) frames = 0
      before = scrollY
    }
    return scrollY
  })
}

/** Clicks a link by script, because the page scrolls meanwhile and a pointer could miss the link. */
async function click(page: Page, selector: string): Promise<void> {
  await page.evaluate((link) => document.querySelector<HTMLElement>(link)?.click(), selector)
}

async function keys(page: Page, key: string): Promise<void> {
  for (let press = 0; press < 4; press++) await page.keyboard.press(key)
}
