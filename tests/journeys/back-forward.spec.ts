import { chromium } from '@playwright/test'
import { ensureFullBrowser } from '../support/browser.ts'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { startBackend } from '../support/start-backend.ts'
import { openPage } from './open-page.ts'

test.use(WITH_MOTION)

test('all four pages are restored from the back/forward cache, and the number of spots, changed meanwhile, is right', {
  tag: '@rehearsal',
}, async () => {
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
    await openPage(page, path)
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
