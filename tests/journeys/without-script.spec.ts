// Tests that without JavaScript the pages show no false content, no loading states, and no controls that need a script.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'

test.use({ javaScriptEnabled: false })

/** The pages, and what each shows in particular. */
const PAGES: Readonly<Record<string, (page: Page, fonts: readonly string[]) => Promise<void>>> = {
  '/': expectHome,
  '/download': expectDownload,
  '/terms': (page) => expectLegalPage(page, 6),
  '/privacy': (page) => expectLegalPage(page, 7),
  async '/confirm'(page) {
    await page.goto(`/confirm#${'0f1e2d3c'.repeat(8)}`)
    await expect(page.getByText('This page needs JavaScript.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Confirm my sign-up' })).toBeHidden()
  },
  '/no/such-page': (page) => expect(page.getByText('/no/such-page')).toBeVisible(),
}

for (const [path, expectOwn] of Object.entries(PAGES))
  test(`without JavaScript ${path} shows all that it has to say, and no loading state or control that needs a script`, {
    tag: '@R6.6',
  }, async ({ page, announce }) => {
    if (path === '/no/such-page') announce.trouble(/status of 404/)
    const fonts: string[] = []
    page.on('request', (request) => request.url().endsWith('.woff2') && fonts.push(request.url()))
    await page.goto(path)
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 780 })
      await expect(page.locator('.skeleton, [data-skeleton]').filter({ visible: true }), `${width}`).toHaveCount(0)
      await expect(page.locator('button').filter({ visible: true }), `${width}`).toHaveCount(0)
      const pending = page.getByText(/\b(loading|looking up|being read|checking|please wait|moment)\b/i)
      await expect(pending.filter({ visible: true }), `${width}`).toHaveCount(0)
    }
    // Without JavaScript, every element with the appearance of a button must be a link with a target.
    const targets = await page
      .getByRole('button')
      .evaluateAll((all) => all.map((button) => button.getAttribute('href')))
    expect(targets.filter((target) => !target)).toEqual([])
    await page.setViewportSize({ width: 360, height: 780 })
    await expectOwn(page, fonts)
  })

/** Every section and the deck are there, the number of spots is not, and the buttons are links. */
async function expectHome(page: Page, fonts: readonly string[]): Promise<void> {
  for (const anchor of ['demo-video', 'testimonials', 'features', 'story', 'who-is-this-for', 'free-access', 'faq'])
    await expect(page.locator(`#${anchor}`)).toBeVisible()
  await expect(page.locator('#story h3').last()).toBeVisible()
  await expect(page.locator('[data-lie="deck-0"] img')).toBeVisible()
  expect(await page.locator('.deck img[src^="data:image/svg+xml,"]').count()).toBe(5)
  await expect.poll(() => fonts.length, 'the complete fonts are loaded').toBe(2)
  await page.locator('#faq summary').first().click()
  await expect(page.locator('#faq details').first()).toHaveAttribute('open')
  await expect(page.locator('.spots-left').getByText('places left')).toBeAttached()
  await expect(page.locator('.spots-left')).toBeHidden()
  await expect(page.getByText('Twenty seconds')).toBeHidden()
  const card = await page.locator('#pricing').boundingBox()
  const way = page.locator('#free-access').getByRole('button', { name: 'Download App' })
  expect(((await way.boundingBox())?.width ?? 0) / (card?.width ?? 1)).toBeGreaterThan(0.7)
  await way.click()
  await expect(page).toHaveURL(/\/download$/)
}

/** All three files are offered, with the commands that hash a file and a link to the hashes. */
async function expectDownload(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: /^Download for/ })).toHaveCount(3)
  const section = page.getByRole('region', { name: 'Check your file' })
  await section.locator('summary').click()
  const commands = section.locator('code')
  await expect(commands).toHaveText(['certutil -hashfile FILE SHA256', 'shasum -a 256 FILE'])
  for (const command of await commands.all()) await expect(command).toBeVisible()
  const link = section.getByRole('link', { name: 'version.json' })
  await expect(link).toHaveAttribute('href', /\/downloads\/latest\/version\.json$/)
  expect((await section.boundingBox())?.height, 'no place is reserved for the check').toBeLessThan(330)
}

/** All sections are there, and the effective date is the date of the last update. */
async function expectLegalPage(page: Page, sections: number): Promise<void> {
  await expect(page.locator('article h2')).toHaveCount(sections)
  const text = await page.getByText('Last updated:').innerText()
  const [, updated, effective] = /Last updated: (.+)\s+Effective from: (.+)/.exec(text) ?? []
  expect(updated?.trim()).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
  expect(updated?.trim()).toBe(effective?.trim())
}
