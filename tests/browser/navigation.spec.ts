import type { Locator, Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { clickAfterHydration } from './click-after-hydration.ts'
import { delayRequests } from './delay-requests.ts'
import { WHOLLY } from './page-checks.ts'

test.use(WITH_MOTION)

const BAR_PX = 80
const PRICING_PX = 40

test('an entry of the navigation bar scrolls to its section, 80 px below the top of the viewport', {
  tag: ['@wide', '@R2.13', '@R2.14', '@R2.19', '@R9.9'],
}, async ({ page, isMobile }) => {
  await page.goto('/')
  for (const [entry, id] of [
    ['How It Works', 'how-it-works'],
    ['Features', 'features'],
    ['FAQ', 'faq'],
  ] as const) {
    const bar = page.getByRole('navigation', { name: 'Main' })
    if (isMobile) await clickAfterHydration(bar.getByLabel('Menu', { exact: true }))
    await clickAfterHydration(bar.getByRole('link', { name: entry }))
    await expectTop(page.locator(`#${id}`), BAR_PX)
    if (isMobile) await expect(page.locator('#menu')).toBeHidden()
  }
})

test('the Pricing link scrolls to 40 px below the viewport top, with the price fully visible below the navigation bar', {
  tag: ['@R2.10', '@R2.19', '@R9.9'],
}, async ({ page }) => {
  await page.goto('/')
  await clickAfterHydration(page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }))
  await expectTop(page.locator('#pricing'), PRICING_PX)
  const bottomOfBar = await page.getByRole('banner').evaluate((bar) => bar.getBoundingClientRect().bottom)
  const price = page.locator('#pricing').getByText('$0', { exact: true })
  expect(await price.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(bottomOfBar)
  await expect(price).toBeInViewport(WHOLLY)
})

test('a URL with a section hash scrolls to the section, also without JavaScript', { tag: ['@R2.19', '@R9.9'] }, async ({
  browser,
  page,
}) => {
  await page.goto('/#free-access')
  await expectTop(page.locator('#free-access'), BAR_PX)
  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: page.viewportSize() })
  const read = await plain.newPage()
  await read.goto(page.url())
  await expect.poll(async () => Math.round((await read.locator('#free-access').boundingBox())?.y ?? 0)).toBe(BAR_PX)
  await plain.close()
})

test('a section link on /terms leads to that section of the home page, and a page link from there to the top of its page', {
  tag: '@R2.6',
}, async ({ page }) => {
  await page.goto('/terms')
  await clickAfterHydration(page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }))
  await expectTop(page.locator('#faq'), BAR_PX)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(page.getByRole('status').filter({ hasText: `Privacy Policy - ${brand.name}` })).toBeAttached()
})

test('a section link pressed while the download page is loading cancels the navigation and scrolls to the section', async ({
  page,
}) => {
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const download = await delayRequests(page, /\/assets\/download[^/]*\.js$/)
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/download"]')?.click())
  await download.begun
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/#faq"]')?.click())
  await expectTop(page.locator('#faq'), BAR_PX)
  const come = page.waitForResponse(/\/assets\/download[^/]*\.js$/)
  download.release()
  await come
  await expect(page).toHaveURL(/\/#faq$/)
  await expect(page.locator('#faq')).toBeVisible()
})

test('“Get Started” in the navigation bar opens the sign-up dialog after 800 ms', { tag: ['@R2.16', '@R9.7'] }, async ({
  page,
}) => {
  await openWithPausedClock(page)
  await clickAfterHydration(page.getByRole('banner').getByRole('button', { name: 'Get Started' }))
  const dialog = page.getByRole('dialog', { name: `Download ${brand.name}` })
  await page.clock.runFor(700)
  await expect(dialog).toBeHidden()
  await page.clock.runFor(200)
  await expect(dialog).toBeVisible()
})

test('one hero button scrolls to the demo video, and the download button opens the sign-up dialog', {
  tag: ['@R2.17', '@R2.18'],
}, async ({ page }) => {
  await page.goto('/')
  await clickAfterHydration(page.getByRole('button', { name: 'See How It Works' }))
  await expectTop(page.locator('#demo-video'), BAR_PX)
  await clickAfterHydration(
    page.getByRole('region', { name: 'Welcome' }).getByRole('button', { name: `Download ${brand.name}` }),
  )
  await expect(page.getByRole('dialog', { name: `Download ${brand.name}` })).toBeVisible()
})

test('navigating to /terms after a press on the hero download button cancels the delayed sign-up dialog', async ({
  page,
}) => {
  await openWithPausedClock(page)
  await clickAfterHydration(
    page.getByRole('region', { name: 'Welcome' }).getByRole('button', { name: `Download ${brand.name}` }),
  )
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('footer a[href="/terms"]')?.click())
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
  await page.clock.runFor(2_000)
  await page.waitForTimeout(500) // long enough for the page to open the dialog after all, which would be wrong
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('navigation entries are in a menu that Escape closes on small screens, and in the navigation bar on wide screens', {
  tag: ['@wide', '@R2.14'],
}, async ({ page, isMobile }) => {
  await page.goto('/')
  const opener = page.getByLabel('Menu', { exact: true })
  if (!isMobile) {
    await expect(opener).toBeHidden()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Features' })).toBeVisible()
    return
  }
  const menu = page.locator('#menu')
  await expect(menu).toBeHidden()
  await clickAfterHydration(opener) // the menu opens without script, but only the script closes it on Escape
  await expect(menu.getByRole('link')).toHaveCount(4)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await opener.click()
  await clickAfterHydration(menu.getByRole('link', { name: 'Download' }))
  await expect(page).toHaveURL(/\/download$/)
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('with reduced motion “Get Started” opens the sign-up dialog without delay, and no block has an entrance animation', async ({
    page,
  }) => {
    await openWithPausedClock(page)
    await clickAfterHydration(page.getByRole('banner').getByRole('button', { name: 'Get Started' }))
    await page.clock.runFor(50) // advances the fake clock far enough to render a frame, in which the button shows the pressed style
    await expect(page.getByRole('dialog', { name: `Download ${brand.name}` })).toBeVisible()
    await page.evaluate(() => document.querySelector('#story')?.scrollIntoView({ behavior: 'instant' }))
    await expect(page.locator('[data-waiting]')).toHaveCount(0)
  })
})

test('an unknown path returns 404 with a page showing the path, a link to the home page and a noindex robots tag', {
  tag: ['@R2.5', '@R8.22'],
}, async ({ page, announce }) => {
  announce.trouble(/there is no page at \/no\/such-page/)
  announce.trouble(/status of 404/)
  const answer = await page.goto('/no/such-page?x=1')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await expect(page.getByText('/no/such-page')).toBeVisible()
  await clickAfterHydration(page.getByRole('link', { name: 'Return to Home' }))
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(brand.tagline)
  // Client-side navigation to another page updates the robots meta tag.
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'index, follow')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
})

test('going back after two section links returns to the first section, then to the top of the home page', {
  tag: '@R2.6',
}, async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  for (const [link, id] of [
    ['FAQ', 'faq'],
    ['Story', 'story'],
  ] as const) {
    await clickAfterHydration(footer.getByRole('link', { name: link }))
    await expectTop(page.locator(`#${id}`), BAR_PX)
  }
  await page.goBack()
  await expectTop(page.locator('#faq'), BAR_PX)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

/** Opens the home page with a fake clock, so that timers run only when the test advances the clock. */
async function openWithPausedClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await page.clock.pauseAt(Date.now() + 60_000)
}

async function expectTop(target: Locator, pixels: number): Promise<void> {
  const top = () => target.evaluate((element) => Math.round(element.getBoundingClientRect().top))
  await expect.poll(async () => Math.abs((await top()) - pixels), { timeout: 8000 }).toBeLessThanOrEqual(2)
}
