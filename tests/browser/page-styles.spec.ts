// Styles that only some pages need: in the page that begins with them, fetched once by who comes to need them.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { pressForContact } from './contact-dialog.ts'
import { press } from './press.ts'
import { pressForSignup } from './signup-dialog.ts'

test('the home page looks the same to who enters it and to who comes from another page', { tag: '@wide' }, async ({
  page,
}) => {
  const sheets = sheetsFetched(page)
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const entered = await page.evaluate(lookOfTheHomePage)
  expect(entered.length).toBeGreaterThan(8)
  expect(sheets).toEqual([])

  await page.goto('/download')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  expect(sheets).toEqual([])
  await press(page.getByRole('link', { name: 'Return to Homepage' }))
  await expect(page.locator('.deck')).toBeVisible()
  expect(await page.evaluate(lookOfTheHomePage)).toEqual(entered)
  expect(sheets).toEqual([expect.stringMatching(/^\/assets\/home-.*\.css$/)])
})

test('the first dialog brings the styles of all of them', async ({ page }) => {
  const sheets = sheetsFetched(page)
  await page.goto('/')
  const { dialog, close } = await pressForSignup(page)
  expect(await dialog.evaluate((element) => getComputedStyle(element).overscrollBehaviorY)).toBe('contain')
  expect(sheets).toHaveLength(1)
  await close.click()
  await pressForContact(page)
  expect(sheets).toHaveLength(1)
})

function sheetsFetched(page: Page): string[] {
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') fetched.push(new URL(request.url()).pathname)
  })
  return fetched
}

/** What the page's own styles make of each kind of element they name; nothing that a window or a moment changes. */
function lookOfTheHomePage(): string[] {
  const kinds = [
    '.deck',
    '.deck-stage',
    '.deck-print',
    '.deck-tools',
    '.play-button',
    '.film-strip',
    '.film-frame',
    '.tile',
  ]
  const more = ['.tile-dark', '.darkroom', '.story-line', '.story-moment', '.offer', '.spots-figure', '.banner']
  return [...kinds, ...more].map((kind) => {
    const element = document.querySelector(kind)
    if (!element) return `${kind} is not there`
    const { display, position, padding, aspectRatio, borderRadius, backgroundImage, transitionDuration } =
      getComputedStyle(element)
    return [kind, display, position, padding, aspectRatio, borderRadius, backgroundImage, transitionDuration].join(
      ' | ',
    )
  })
}
