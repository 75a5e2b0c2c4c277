import { chromium } from '@playwright/test'
import { ensureFullBrowser, findBrowser } from '../support/browser.ts'
import { expect, test } from '../support/journey.ts'
import { startBackend } from '../support/start-backend.ts'

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

test('all four pages are restored from the back/forward cache, and the number of spots, changed meanwhile, is right', async () => {
  test.setTimeout(180_000) // the first run may install the browser
  await using backend = await startBackend()
  const operator = backend.secretClient()
  const browser = await chromium.launch({
    executablePath: await ensureFullBrowser(),
    args: ['--no-sandbox'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const page = await browser.newPage({ baseURL: backend.url })
  const figure = page.locator('#free-access .spots-figure')
  for (const path of ['/', '/download', '/terms', '/privacy']) {
    const connected = path === '/' ? page.waitForEvent('websocket') : null
    await page.goto(path)
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    if (connected) {
      await figure.scrollIntoViewIfNeeded()
      await (await connected).waitForEvent('framereceived')
      await expect(figure).toHaveText('10')
    }
    await page.evaluate(() =>
      addEventListener('pageshow', ({ persisted }) =>
        document.documentElement.setAttribute('data-restored', `${persisted}`),
      ),
    )
    await page.goto('/health')
    if (path === '/') await operator.from('app_settings').update({ value: '7' }).eq('key', 'early_access_spots')
    await page.goBack({ waitUntil: 'commit' })
    // A page that is loaded anew has no such attribute: the browser did not restore it.
    await expect(page.locator('html'), path).toHaveAttribute('data-restored', 'true')
    if (path === '/') {
      await expect(figure).toHaveText('7')
      await operator.from('app_settings').update({ value: '6' }).eq('key', 'early_access_spots')
      await expect(figure, 'the live connection is open again').toHaveText('6')
    }
  }
  await browser.close()
})
