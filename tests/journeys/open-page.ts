import type { Locator, Page } from '@playwright/test'

/** Opens a page and waits until it is hydrated. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page)
}

/** Waits until the page is hydrated: before, a prerendered control acts as a link. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
}

/**
 * Returns whether all pictures of the page are loaded. Runs in the page. A test that counts requests waits for this first: until the page has
 * been idle once, it loads a picture only when scrolling brings it near the viewport.
 */
export function areAllPicturesLoaded(): boolean {
  const places = [...document.querySelectorAll('.lazy-picture')]
  const areRendered = places.every((place) => place.querySelector('noscript') === null)
  return areRendered && [...document.images].every(({ complete }) => complete)
}

/** Clicks a control once the page is hydrated. */
export async function clickAfterHydration(control: Locator): Promise<void> {
  await waitForHydration(control.page())
  await control.click()
}
