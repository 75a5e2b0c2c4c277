import { expect, test } from '../support/journey.ts'
import { startBackend } from '../support/start-backend.ts'

test.slow() // allows triple the usual time, because Vite bundles the dependencies at the first request

test('npm run dev serves every page without React warnings', {
  tag: '@rehearsal',
}, async ({ page }) => {
  await using development = await startBackend({ program: 'tools/dev.ts' })
  for (const path of ['/', '/download', '/terms', '/privacy']) {
    await page.goto(development.url + path)
    await expect(page.locator('html')).toHaveAttribute('data-ready', '')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  // The styles are linked in the HTML, so the page is styled before any script runs.
  const home = await (await fetch(development.url)).text()
  const sheets = [...home.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href)
  expect(sheets).toEqual(['/app/styles/home.css', '/app/styles/fonts.css'])
})
