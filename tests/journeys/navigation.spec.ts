import type { Locator, Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { delayRequests } from './delay-requests.ts'
import { clickAfterHydration, openPage } from './open-page.ts'
import { WHOLLY } from './page-checks.ts'

test.use(WITH_MOTION)

const BAR_PX = 80
const PRICING_PX = 40

test('an entry of the navigation bar, in a menu that Escape closes on small screens, scrolls to its section, 80 px below the top of the viewport, the fixed logo leads to the top, and Download to its page', {
  tag: ['@wide', '@R2.12', '@R2.13', '@R2.14', '@R2.19', '@R9.9'],
}, async ({ page, isMobile }) => {
  await page.goto('/')
  const opener = page.getByLabel('Menu', { exact: true })
  const menu = page.locator('#menu')
  if (isMobile) {
    await expect(menu).toBeHidden()
    await clickAfterHydration(opener) // the menu opens without script, but only the script closes it on Escape
    await expect(menu.getByRole('link')).toHaveCount(4)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
  } else await expect(opener).toBeHidden()
  for (const [entry, id] of [
    ['How It Works', 'how-it-works'],
    ['Features', 'features'],
    ['FAQ', 'faq'],
  ] as const) {
    const bar = page.getByRole('navigation', { name: 'Main' })
    if (isMobile) await clickAfterHydration(opener)
    await clickAfterHydration(bar.getByRole('link', { name: entry }))
    await expectTop(page.locator(`#${id}`), BAR_PX)
    if (isMobile) await expect(menu).toBeHidden()
  }
  const banner = page.getByRole('banner')
  const logo = banner.getByRole('link', { name: `${brand.name}, to the top` })
  await expect(banner).toHaveCSS('position', 'fixed')
  await expect(logo).toBeInViewport()
  await clickAfterHydration(logo)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/')
  if (isMobile) await clickAfterHydration(opener)
  await banner.getByRole('link', { name: 'Download', exact: true }).filter({ visible: true }).click()
  await expect(page).toHaveURL(/\/download$/)
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
  await openPage(page, '/')
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

test('“Get Started” in the navigation bar opens the sign-up dialog after 800 ms, unless another page is opened meanwhile', {
  tag: ['@R2.16', '@R9.7'],
}, async ({ page }) => {
  await openWithPausedClock(page)
  await clickAfterHydration(page.getByRole('banner').getByRole('button', { name: 'Get Started' }))
  const dialog = page.getByRole('dialog', { name: `Download ${brand.name}` })
  await page.clock.runFor(700)
  await expect(dialog).toBeHidden()
  await page.clock.runFor(200)
  await expect(dialog).toBeVisible()

  await test.step('another page that is opened meanwhile cancels the dialog', async () => {
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await page.clock.runFor(400)
    await expect(dialog).toBeHidden()
    await clickAfterHydration(
      page.getByRole('region', { name: 'Welcome' }).getByRole('button', { name: `Download ${brand.name}` }),
    )
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('footer a[href="/terms"]')?.click())
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
    await page.clock.runFor(2_000)
    await page.waitForTimeout(500) // long enough for the page to open the dialog after all, which would be wrong
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
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

test('the Pricing link shows the price below the navigation bar, and going back after section links returns to each, then to the top of the home page, whose buttons scroll to the demo video and open the sign-up dialog over the offer', {
  tag: ['@R2.6', '@R2.10', '@R2.17', '@R2.18', '@R2.19', '@R9.9'],
}, async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await clickAfterHydration(footer.getByRole('link', { name: 'Pricing' }))
  await expectTop(page.locator('#pricing'), PRICING_PX)
  const bottomOfBar = await page.getByRole('banner').evaluate((bar) => bar.getBoundingClientRect().bottom)
  const price = page.locator('#pricing').getByText('$0', { exact: true })
  expect(await price.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(bottomOfBar)
  await expect(price).toBeInViewport(WHOLLY)
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
  await expectTop(page.locator('#pricing'), PRICING_PX)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

  await clickAfterHydration(page.getByRole('button', { name: 'See How It Works' }))
  await expectTop(page.locator('#demo-video'), BAR_PX)
  await clickAfterHydration(
    page.getByRole('region', { name: 'Welcome' }).getByRole('button', { name: `Download ${brand.name}` }),
  )
  await expect(page.getByRole('dialog', { name: `Download ${brand.name}` })).toBeVisible()
  const top = await page.locator('#free-access').evaluate((section) => section.getBoundingClientRect().top)
  expect(Math.abs(top - BAR_PX), 'the offer was scrolled to before the dialog opens').toBeLessThanOrEqual(2)
})

/** Opens the home page with a fake clock, so that timers run only when the test advances the clock. */
async function openWithPausedClock(page: Page): Promise<void> {
  await page.clock.install()
  await openPage(page, '/')
  await page.clock.pauseAt(Date.now() + 60_000)
}

async function expectTop(target: Locator, pixels: number): Promise<void> {
  const top = () => target.evaluate((element) => Math.round(element.getBoundingClientRect().top))
  await expect.poll(async () => Math.abs((await top()) - pixels), { timeout: 8000 }).toBeLessThanOrEqual(2)
}
