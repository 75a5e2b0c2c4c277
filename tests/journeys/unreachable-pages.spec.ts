import { expect, test } from '../support/journey.ts'
import { openPage } from './open-page.ts'

const SENTENCE = 'That page can’t be loaded right now, so you’re still on this one.'
const PAGES = ['/', '/download', '/terms', '/privacy']

test('without a connection, each page link keeps the page and its address, and one sentence says so', async ({
  page,
  context,
  announce,
}) => {
  announce.trouble(/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/)
  for (const from of PAGES) {
    await openPage(page, from)
    await page.waitForLoadState('networkidle')
    const heading = await page.getByRole('heading', { level: 1 }).innerText()
    const links = await page.evaluate(
      ([here, paths]) =>
        [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
          .map((link) => link.pathname)
          .filter((path, place, all) => path !== here && paths?.includes(path) && all.indexOf(path) === place),
      [from, PAGES] as const,
    )
    expect(links.length, from).toBeGreaterThan(1)
    await context.setOffline(true)
    for (const path of links) {
      // Calls click() by script, because Playwright clicks visible links only, and this one may be in a closed menu.
      await page.evaluate(
        (to) => document.querySelector<HTMLAnchorElement>(`a[href^="${to}"]:not([role])`)?.click(),
        path,
      )
      await expect(page.getByText(SENTENCE), `${from} to ${path}`).toHaveCount(1)
      await expect(page).toHaveURL(new RegExp(`${from}$`))
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(heading)
    }
    await context.setOffline(false)
  }
})

test('a page reached with Back while there is no connection is shown once there is one again', async ({
  page,
  context,
  announce,
}) => {
  announce.trouble(/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/)
  await openPage(page, '/terms')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await page.reload() // loads a document that does not have the script of the terms
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache') // as after a release, whose scripts have new names
  await context.setOffline(true)
  await page.evaluate(() => history.back())
  await expect(page.getByText(SENTENCE)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
})
