import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'

const PAGES = [
  {
    path: '/terms',
    title: 'Terms of Service',
    sections: [
      'Acceptance of these terms',
      'Use license',
      'Privacy and data',
      'Payment terms',
      'Satisfaction guarantee',
      'Contact',
    ],
    phrases: [
      `one copy of ${brand.name} on each of your devices`,
      'non-commercial',
      'reverse engineer',
      'all sales are final',
    ],
  },
  {
    path: '/privacy',
    title: 'Privacy Policy',
    sections: [
      'Information we collect',
      'Your photos stay private',
      'How we use information',
      'Sharing',
      'Security',
      'Your rights',
      'Contact',
    ],
    phrases: ['card payment provider', 'Anonymous analytics', 'Service providers', 'opting out of marketing'],
  },
]

for (const { path, title, sections, phrases } of PAGES) {
  test(`the ${title} page shows its sections in order, today's date, a table of contents and a link to the home page, and is printed without navigation and footer`, {
    tag: ['@R1.4', '@R2.3', '@R2.4', '@R2.49', '@R2.51', '@R2.52', '@R2.54'],
  }, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveTitle(`${title} - ${brand.name}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    const headings = await page.locator('article h2').allTextContents()
    expect(headings).toEqual(sections.map((section, index) => `${index + 1}. ${section}`))
    for (const text of phrases) await expect(page.locator('article')).toContainText(text)

    const today = await page.evaluate(() =>
      new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' }).format(new Date()),
    )
    await expect(page.getByText(`Last updated: ${today}`)).toBeVisible()
    await expect(page.getByText('Effective from:')).toBeVisible()

    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('article')).toBeVisible()
    const back = page.getByRole('link', { name: 'Back to Home' })
    for (const onScreenOnly of [page.getByRole('navigation').first(), page.getByRole('contentinfo'), back])
      await expect(onScreenOnly).toBeHidden()
    await page.emulateMedia({ media: 'screen' })

    await page.setViewportSize({ width: 1440, height: 900 })
    const longest = await page
      .locator('article p')
      .evaluateAll((paragraphs) => Math.max(...paragraphs.map((paragraph) => paragraph.clientWidth)))
    expect(longest, 'lines of about 65 characters').toBeLessThanOrEqual(34 * 16)
    const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
    await expect(contents).toHaveCount(sections.length)
    await contents.last().click()
    await expect(page.getByRole('heading', { name: `${sections.length}. Contact` })).toBeInViewport()

    await back.click()
    await expect(page).toHaveURL(/\/$/)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  })
}

test('the “Last updated” date on /terms is the local date, even when UTC is a day behind', { tag: '@R2.51' }, async ({
  page,
}) => {
  await page.clock.setFixedTime(new Date('2026-03-04T23:30:00Z'))
  await page.goto('/terms')
  await expect(page.getByText('Last updated: Mar 5, 2026')).toBeVisible()
})
