// Tests of the menu on small screens: every way to close it.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { delayRequests } from './delay-requests.ts'
import { clickAfterHydration } from './open-page.ts'
import { WHOLLY } from './page-checks.ts'

async function openMenu(page: Page): Promise<void> {
  await clickAfterHydration(page.getByLabel('Menu', { exact: true }))
  await expect(page.locator('#menu')).toBeVisible()
}

test('the mobile menu closes when an entry is chosen, and the entry opens its section, page or dialog', {
  tag: '@R2.14',
}, async ({ page }) => {
  // Delays the scripts of the next page and of the dialog: both take the focus when they open, which closes the menu too. The test checks
  // that the click itself closes it.
  const nextPage = await delayRequests(page, /\/download-[^/]*\.js$/)
  const dialog = await delayRequests(page, /\/dialog-[^/]*\.js$/)
  await page.goto('/')
  const entries = {
    'How It Works': /\/#how-it-works$/,
    Features: /\/#features$/,
    FAQ: /\/#faq$/,
    Download: /\/download$/,
  }
  await openMenu(page)
  await expect(page.locator('#menu').getByRole('link')).toHaveText(Object.keys(entries))
  await expect(page.locator('#menu').getByRole('button')).toHaveText(['Sign in'])
  for (const [entry, address] of Object.entries(entries)) {
    const link = page.locator('#menu').getByRole('link', { name: entry, exact: true })
    if (await page.locator('#menu').isHidden()) await openMenu(page)
    await link.click()
    await expect(page.locator('#menu'), entry).toBeHidden()
    if (entry === 'Download') nextPage.release()
    await expect(page).toHaveURL(address)
    if (entry === 'Download') continue
    // Clicks without moving the focus, as in Safari: there, a click focuses neither a link nor a summary element.
    await page.getByLabel('Menu', { exact: true }).dispatchEvent('click')
    await link.dispatchEvent('click')
    await expect(page.locator('#menu'), entry).toBeHidden()
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused() // a page that is entered moves the focus, which closes an open menu
  await openMenu(page)
  await clickAfterHydration(page.locator('#menu').getByRole('button', { name: 'Sign in' }))
  await expect(page.locator('#menu')).toBeHidden()
  dialog.release()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
})

test('pressing the menu button, clicking outside, pressing Escape or widening the window closes the mobile menu', {
  tag: '@R2.14',
}, async ({ page }) => {
  await page.goto('/')
  const toggle = page.getByLabel('Menu', { exact: true })
  const ways: Record<string, () => Promise<void>> = {
    'its own button': () => toggle.click(),
    'a press outside': () => page.mouse.click(140, 32), // the navigation bar: a click there moves no focus; a click on the page focuses `main`, which closes the menu too
    Escape: () => page.keyboard.press('Escape'),
  }
  for (const [way, close] of Object.entries(ways)) {
    await openMenu(page)
    await close()
    await expect(page.locator('#menu'), way).toBeHidden()
  }
  await expect(page).toHaveURL(/\/$/)

  await test.step('it closes when the window is widened to 768 px and the bar shows the entries', async () => {
    await openMenu(page)
    await page.setViewportSize({ width: 768, height: 780 })
    await expect(page.locator('#menu')).toBeHidden()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Features' })).toBeVisible()
  })

  await test.step('focusing its last entry scrolls the entry into view in a window 256 px high', async () => {
    await page.setViewportSize({ width: 320, height: 256 })
    await openMenu(page)
    const last = page.locator('#menu').getByRole('button', { name: 'Sign in' })
    await last.focus()
    await expect(last).toBeInViewport(WHOLLY)
  })
})

test('the mobile menu closes on history.back, both within a page and to the previous page', { tag: '@R2.14' }, async ({
  page,
}) => {
  await page.goto('/terms')
  await clickAfterHydration(page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }))
  await expect(page).toHaveURL(/\/#faq$/)
  await clickAfterHydration(page.getByRole('contentinfo').getByRole('link', { name: 'Story' }))
  for (const address of [/\/#faq$/, /\/terms$/]) {
    await openMenu(page)
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(address)
    await expect(page.locator('#menu')).toBeHidden()
  }
})
