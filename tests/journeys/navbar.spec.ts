import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { clickAfterHydration } from './click-after-hydration.ts'
import { WHOLLY } from './page-checks.ts'

test('the navigation bar stays visible on scroll; its logo leads to the top and its Download entry to /download', {
  tag: ['@wide', '@R2.12'],
}, async ({ page, isMobile }) => {
  await page.goto('/')
  const bar = page.getByRole('banner')
  const logo = bar.getByRole('link', { name: `${brand.name}, to the top` })
  await expect(bar).toHaveCSS('position', 'fixed')
  await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }))
  await expect(logo).toBeInViewport()
  await clickAfterHydration(logo)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/')
  if (isMobile) await clickAfterHydration(bar.getByLabel('Menu', { exact: true }))
  await expect(bar.getByRole('link', { name: 'Download', exact: true }).filter({ visible: true })).toHaveAttribute(
    'href',
    '/download',
  )
})

test('every section has an opaque background, and the navigation bar and the download banner are dark over the story section and as light as the page elsewhere', async ({
  page,
}) => {
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const grounds = await page
    .locator('#main > section + section')
    .evaluateAll((all) => all.map((section) => [section.id, getComputedStyle(section).backgroundColor]))
  expect(grounds.length).toBeGreaterThan(6)
  expect(grounds.filter(([, colour]) => colour?.startsWith('rgba'))).toEqual([])
  const bar = page.getByRole('banner')
  const banner = page.locator('#download-banner')
  const goTo = (id: string) =>
    page.evaluate((section) => document.getElementById(section)?.scrollIntoView({ behavior: 'instant' }), id)
  await expect(bar).toHaveCSS('background-color', 'rgb(251, 246, 241)')
  await goTo('story')
  await page.evaluate(() => window.scrollBy({ top: 100, behavior: 'instant' }))
  await expect(bar).toHaveCSS('background-color', 'rgb(21, 10, 27)')
  await expect(bar).toHaveCSS('color', 'rgb(247, 238, 243)')
  await expect(banner).toHaveCSS('background-color', 'rgb(42, 24, 51)')
  await goTo('faq')
  await expect(bar).toHaveCSS('background-color', 'rgb(251, 246, 241)')
  await expect(banner).toHaveCSS('background-color', 'rgb(255, 253, 251)')
  // A jump to the section leaves its upper edge below the bar.
  await goTo('story')
  await expect(bar).toHaveCSS('background-color', 'rgb(21, 10, 27)')
  await page.locator('#footer a[href="/terms"]').evaluate((link: HTMLElement) => link.click())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service')
  await expect(bar).toHaveCSS('background-color', 'rgb(251, 246, 241)')
})

test('“Get Started” is there before any script file is loaded, unless the browser has a stored session', {
  tag: ['@wide', '@R2.15'],
}, async ({ page }) => {
  await page.route(/\/assets\/[^/]*\.js$/, () => new Promise(() => {}))
  await page.goto('/')
  const start = page.getByRole('banner').getByRole('button', { name: 'Get Started' })
  await expect(start).toBeVisible()
  await page.evaluate(() => localStorage.setItem('site-session', '{}'))
  await page.reload()
  await expect(start).toBeHidden()
})

test('focusing the last entry of the mobile menu scrolls the entry into view in a window 256 px high', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await clickAfterHydration(page.getByLabel('Menu', { exact: true }))
  const last = page.locator('#menu').getByRole('button', { name: 'Sign in' })
  await last.focus()
  await expect(last).toBeInViewport(WHOLLY)
})
