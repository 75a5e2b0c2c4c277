// Tests of page-specific style sheets: they are linked in the HTML of the pages that need them, and loaded once on client-side
// navigation from other pages.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { openContactDialogOnPage } from './contact-dialog.ts'
import { clickAfterHydration, openPage } from './open-page.ts'
import { openSignupDialogOnPage } from './signup-dialog.ts'

test('the home page has the same styles when loaded directly and when reached by client-side navigation', async ({
  page,
}) => {
  const sheets = sheetsFetched(page)
  await openPage(page, '/')
  const entered = await page.evaluate(stylesOfHomePage)
  expect(entered.length).toBeGreaterThan(8)
  expect(sheets).toEqual([])

  await openPage(page, '/download')
  expect(sheets).toEqual([])
  await clickAfterHydration(page.getByRole('link', { name: 'Return to Homepage' }))
  await expect(page.locator('.deck')).toBeVisible()
  expect(await page.evaluate(stylesOfHomePage)).toEqual(entered)
  expect(sheets).toEqual([expect.stringMatching(/^\/assets\/home-.*\.css$/)])
})

test('opening the sign-up dialog loads one style sheet, and the contact dialog opened next loads no more', async ({
  page,
}) => {
  const sheets = sheetsFetched(page)
  await page.goto('/')
  const { dialog, close } = await openSignupDialogOnPage(page)
  expect(await dialog.evaluate((element) => getComputedStyle(element).overscrollBehaviorY)).toBe('contain')
  expect(sheets).toHaveLength(1)
  await close.click()
  await openContactDialogOnPage(page)
  expect(sheets).toHaveLength(1)
})

/** Returns an array that collects the paths of requested style sheets, except those that pages load when idle or at the first input. */
function sheetsFetched(page: Page): string[] {
  const fetched: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.resourceType() === 'stylesheet' && !/\/(check-panel|stage|print|play-sample-deck)-/.test(pathname))
      fetched.push(pathname)
  })
  return fetched
}

/**
 * Returns the computed styles of each kind of element with page-specific styles, as far as they do not depend on the window size.
 * Runs in the page.
 */
function stylesOfHomePage(): string[] {
  const kinds = ['.deck', '.deck-stage', '.deck-print', '.deck-tools', '.player', '.film-strip', '.film-frame', '.tile']
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
