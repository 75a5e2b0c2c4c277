import { expect, test } from '../support/journey.ts'
import { startBackend } from '../support/start-backend.ts'

test.slow() // Vite prepares the packages at the first request

test('npm run dev serves every page, and the development build of React has nothing to complain of', {
  tag: '@wide',
}, async ({ page }) => {
  await using development = await startBackend({ program: 'tools/dev.ts' })
  for (const path of ['/', '/download', '/terms', '/privacy']) {
    await page.goto(development.url + path)
    await expect(page.locator('html')).toHaveAttribute('data-ready', '')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})
