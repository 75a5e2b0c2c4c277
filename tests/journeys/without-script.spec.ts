// Tests that without JavaScript the pages show no false content, no loading states, and no controls that need a script.
import { expect, test } from '../support/journey.ts'

test.use({ javaScriptEnabled: false })

const PATHS = ['/', '/download', '/terms', '/privacy', '/confirm', '/no/such-page']

test('without JavaScript no page shows a loading state or a control that needs a script', async ({
  page,
  announce,
}) => {
  announce.trouble(/status of 404/)
  for (const path of PATHS) {
    await page.goto(path)
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 780 })
      const what = `${path}, ${width} px`
      await expect(page.locator('.skeleton, [data-skeleton]').filter({ visible: true }), what).toHaveCount(0)
      await expect(page.locator('button').filter({ visible: true }), what).toHaveCount(0)
      const pending = page.getByText(/\b(loading|looking up|being read|checking|please wait|moment)\b/i)
      await expect(pending.filter({ visible: true }), what).toHaveCount(0)
    }
    // Without JavaScript, every element with the appearance of a button must be a link with a target.
    const targets = await page
      .getByRole('button')
      .evaluateAll((all) => all.map((button) => button.getAttribute('href')))
    expect(
      targets.filter((target) => !target),
      path,
    ).toEqual([])
  }
})

test('without JavaScript the number of early-access spots is hidden, and the sign-up button spans most of the offer card', async ({
  page,
}) => {
  await page.goto('/#free-access')
  await expect(page.locator('.spots-left').getByText('places left')).toBeAttached()
  await expect(page.locator('.spots-left')).toBeHidden()
  await expect(page.getByText('Twenty seconds')).toBeHidden()
  const card = await page.locator('#pricing').boundingBox()
  const way = await page.locator('#free-access').getByRole('button', { name: 'Download App' }).boundingBox()
  expect((way?.width ?? 0) / (card?.width ?? 1)).toBeGreaterThan(0.7)
})

test('without JavaScript, the download page offers all three files, names the commands that hash a file, and links to the hashes', async ({
  page,
}) => {
  await page.goto('/download')
  await expect(page.getByRole('link', { name: /^Download for/ })).toHaveCount(3)
  const section = page.getByRole('region', { name: 'Check your file' })
  await section.locator('summary').click()
  const commands = section.locator('code')
  await expect(commands).toHaveText(['certutil -hashfile FILE SHA256', 'shasum -a 256 FILE'])
  for (const command of await commands.all()) await expect(command).toBeVisible()
  const link = section.getByRole('link', { name: 'version.json' })
  await expect(link).toHaveAttribute('href', /\/downloads\/latest\/version\.json$/)
  expect((await section.boundingBox())?.height, 'no place is reserved for the check').toBeLessThan(330)
})
