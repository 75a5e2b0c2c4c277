import { expect, test } from '../support/journey.ts'
import { openPage } from './open-page.ts'

test('every section has an opaque background, and the navigation bar and the download banner are dark over the story section and as light as the page elsewhere', async ({
  page,
}) => {
  await openPage(page, '/')
  const grounds = await page
    .locator('#main > section + section')
    .evaluateAll((all) => all.map((section) => [section.id, getComputedStyle(section).backgroundColor]))
  expect(grounds.length).toBeGreaterThan(6)
  expect(grounds.filter(([, colour]) => colour?.startsWith('rgba'))).toEqual([])
  await test.step('after a jump to a section, its background reaches up to the navigation bar', async () => {
    for (const id of ['demo-video', 'testimonials', 'features', 'story', 'who-is-this-for', 'free-access', 'faq']) {
      await page.evaluate((section) => document.getElementById(section)?.scrollIntoView({ behavior: 'instant' }), id)
      await expect
        .poll(() => page.locator(`#${id}`).evaluate((section) => Math.round(section.getBoundingClientRect().top)))
        .toBe(80)
      const [above, below] = [
        await page.screenshot({ clip: { x: 4, y: 68, width: 8, height: 10 } }),
        await page.screenshot({ clip: { x: 4, y: 84, width: 8, height: 10 } }),
      ]
      expect(above.equals(below), id).toBe(true)
    }
  })
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
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
  tag: '@R2.15',
}, async ({ page }) => {
  await page.route(/\/assets\/[^/]*\.js$/, () => new Promise(() => {}))
  await page.goto('/')
  const start = page.getByRole('banner').getByRole('button', { name: 'Get Started' })
  await expect(start).toBeVisible()
  await page.evaluate(() => localStorage.setItem('site-session', '{}'))
  await page.reload()
  await expect(start).toBeHidden()
})
