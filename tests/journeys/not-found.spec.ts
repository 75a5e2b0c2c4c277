// Tests that the 404 page names the attempted path, which the server writes into it: with and without script, whatever the path is.
import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { clickAfterHydration, openPage } from './open-page.ts'

/** Paths as they are in the URL, and as the page names them. */
const PATHS = [
  ['/no/such-page', '/no/such-page'],
  ['/caf%C3%A9%20menu', '/café menu'],
  ['/%D7%A9%D7%9C%D7%95%D7%9D/%E2%80%AEfdp', '/שלום/%E2%80%AEfdp'],
  ['/<script>alert(1)</script>', '/<script>alert(1)</script>'],
  ['/%3Cimg%20src=x%20onerror=alert(1)%3E&amp;', '/<img src=x onerror=alert(1)>&amp;'],
  ['/%00%0D%0Ax', '/%00%0D%0Ax'],
  ['/%zz', '/%zz'],
  ['/$&$1', '/$&$1'],
  [`/${'long-'.repeat(1_600)}`, `/${'long-'.repeat(1_600)}`],
] as const

for (const isRehearsed of [false, true])
  test(`the 404 page names the path without JavaScript, and the same after hydration, without a horizontal scroll bar${isRehearsed ? ': further paths' : ''}`, {
    tag: [...(isRehearsed ? ['@rehearsal'] : []), '@R2.5'],
  }, async ({ page, browser, baseURL, announce }) => {
    announce.trouble(/status of 404/)
    announce.trouble(/^404: there is no page at /)
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () =>
        Object.assign(window, { written: document.querySelector('#attempted-path') }),
      )
    })
    const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })
    const read = await plain.newPage()
    for (const [path, shown] of PATHS.filter((_, index) => (index % 4 !== 0) === isRehearsed)) {
      await read.goto(`${baseURL}${path}?x=1#y`)
      await expect(read.locator('#attempted-path')).toHaveText(shown)
      await expect(read.locator('main script, main img[src="x"]')).toHaveCount(0)
      expect(await read.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

      // React writes to the console when the prerendered text differs, and then renders the page anew.
      const logged = page.waitForEvent('console', (message) => message.text().startsWith('404:'))
      await openPage(page, `${path}?x=1#y`)
      expect((await logged).text()).toBe(`404: there is no page at ${shown}`)
      await expect(page.locator('#attempted-path')).toHaveText(shown)
      expect(
        await page.evaluate(() => Reflect.get(window, 'written') === document.querySelector('#attempted-path')),
      ).toBe(true)
    }
    await plain.close()
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

test('on a host that sends one 404 page for all paths, script fills in the path, and without script it is “this address”', async ({
  page,
  browser,
  baseURL,
  announce,
}) => {
  announce.trouble(/status of 404/)
  announce.trouble(/^404: there is no page at \/no\/such-page$/)
  const html = (await (await fetch(`${baseURL}/x`)).text()).replace(
    /( id="attempted-path"[^>]*>)[^<]*/,
    '$1this address',
  )
  const sendStaticPage = { status: 404, contentType: 'text/html', body: html }
  await page.route('**/no/such-page', (route) => route.fulfill(sendStaticPage))
  await page.goto('/no/such-page')
  await expect(page.getByText('There’s nothing at /no/such-page.')).toBeVisible()
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const read = await plain.newPage()
  await read.route('**/no/such-page', (route) => route.fulfill(sendStaticPage))
  await read.goto(`${baseURL}/no/such-page`)
  await expect(read.getByText('There’s nothing at this address.')).toBeVisible()
  await plain.close()
})
