import type { Locator, Page } from '@playwright/test'
import { openPage } from './open-page.ts'

/** The top print of the deck. */
export const TOP = '[data-lie="deck-0"]'
/** The script of the deck. */
export const PLAY = /\/assets\/play-sample-deck-[\w-]+\.js$/

/** Opens the home page, scrolls to the card deck and waits until the deck's script is loaded. */
export async function openDeck(page: Page): Promise<Locator> {
  const played = page.waitForResponse(PLAY)
  const deck = await openUntouched(page)
  await page.mouse.move(5, 5) // the first pointer movement loads the script of the card deck
  await (await played).finished()
  return deck
}

/** Opens the home page and scrolls to the card deck. */
export async function openUntouched(page: Page): Promise<Locator> {
  await openPage(page, '/')
  const deck = page.getByRole('group', { name: 'Try it: a deck of prints to keep or let go' })
  await deck.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  return deck
}
