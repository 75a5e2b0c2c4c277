import type { Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { clickAfterHydration, openPage } from './open-page.ts'

test.use(WITH_MOTION)

const HEADINGS = {
  '/': brand.tagline,
  '/download': `Download ${brand.name}`,
  '/terms': 'Terms of Service',
  '/privacy': 'Privacy Policy',
} as const

async function expectAtTop(page: Page, path: keyof typeof HEADINGS): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADINGS[path])
  await expect.poll(() => page.evaluate(() => scrollY), { message: `${path} begins at its top` }).toBe(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
}

/**
 * Scrolls to the end of the page until the scroll position persists: for up to 30 frames after a navigation, the page resets the
 * position to its top (scroll.ts).
 */
async function scrollToEnd(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
      await page.waitForTimeout(100)
      return page.evaluate(() => scrollY)
    })
    .toBeGreaterThan(500)
}

test('every page starts scrolled to the top after following a link, going back or reloading at the end of a page', {
  tag: '@R2.6',
}, async ({ page }) => {
  await openPage(page, '/privacy')
  await scrollToEnd(page)
  const footer = page.getByRole('contentinfo')
  for (const [link, path] of [
    ['Terms of Service', '/terms'],
    ['Home', '/'],
    ['Privacy Policy', '/privacy'],
  ] as const) {
    await clickAfterHydration(footer.getByRole('link', { name: link }))
    await expectAtTop(page, path)
    await scrollToEnd(page)
  }
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('header a[href="/download"]')?.click())
  await expectAtTop(page, '/download')
  await scrollToEnd(page)
  await page.reload()
  await expectAtTop(page, '/download')
  await scrollToEnd(page)
  await clickAfterHydration(page.getByRole('link', { name: 'Return to Homepage' }))
  await expectAtTop(page, '/')
  for (const path of ['/download', '/privacy', '/', '/terms'] as const) {
    await scrollToEnd(page)
    await page.goBack()
    await expectAtTop(page, path)
  }
  await scrollToEnd(page)
  await clickAfterHydration(page.getByRole('link', { name: 'Back to Home' }))
  await expectAtTop(page, '/')
})
