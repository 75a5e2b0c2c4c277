import { chromium } from '@playwright/test'
import { findBrowser } from '../support/browser.ts'
import { expect, test } from '../support/journey.ts'

/**
 * The reasons that chromium-headless-shell itself has for not keeping a page in its back/forward cache: the shell has no such cache. The
 * shell still reports every further reason, which is one of the page.
 */
const REASONS_OF_THE_SHELL = ['BackForwardCacheDisabledForDelegate', 'BrowsingInstanceNotSwapped']

test('no page, even with the live connection open, has a reason that keeps it out of the back/forward cache', async ({
  backend,
}) => {
  // Playwright disables the cache, and the browser reports reasons only when it is enabled.
  const browser = await chromium.launch({
    ...(findBrowser() === null ? {} : { executablePath: findBrowser() ?? '' }),
    args: ['--no-sandbox'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const page = await browser.newPage({ baseURL: backend.url })
  const reasons: string[][] = []
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
    reasons.push(notRestoredExplanations.map(({ reason }) => reason)),
  )
  await devtools.send('Page.enable')
  for (const path of ['/', '/download', '/terms', '/privacy']) {
    const connected = path === '/' ? page.waitForEvent('websocket') : null
    await page.goto(path)
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    if (connected) {
      await page.locator('#free-access .spots-figure').scrollIntoViewIfNeeded()
      await (await connected).waitForEvent('framereceived')
    }
    await page.goto('/health')
    await page.goBack()
    await expect.poll(() => reasons.length, { message: path }).toBeGreaterThan(0)
    for (const reason of reasons.splice(0).flat()) expect(REASONS_OF_THE_SHELL, path).toContain(reason)
  }
  await browser.close()
})
