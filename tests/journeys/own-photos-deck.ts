import { expect, type Locator, type Page } from '@playwright/test'
import { areAllPicturesLoaded, openPage } from './open-page.ts'
import type { PickedFile } from './photo-files.ts'

/** The top print of the deck. */
export const TOP_PRINT = '[data-lie="deck-0"]'

const SAMPLES = 'Try it: a deck of prints to keep or let go'
const OWN = 'Your own photos to keep or let go'

/** Returns the deck of sample prints. */
function locateSampleDeck(page: Page): Locator {
  return page.getByRole('group', { name: SAMPLES })
}

/** Returns the deck of own photos. */
export function locateOwnDeck(page: Page): Locator {
  return page.getByRole('group', { name: OWN })
}

/** Sorts one sample print, and returns the deck and its field for photos of the visitor. */
export async function openPhotoOffer(page: Page) {
  await openPage(page, '/')
  await page.waitForFunction(areAllPicturesLoaded)
  return openPhotoOfferOnPage(page)
}

/** Sorts one sample print on the current page. */
export async function openPhotoOfferOnPage(page: Page) {
  const samples = locateSampleDeck(page)
  await samples.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await samples.getByRole('button', { name: 'Keep' }).click()
  const picker = samples.locator('input[type=file]')
  await picker.waitFor({ state: 'attached' })
  return { samples, picker }
}

/** Picks these photos on the home page, and returns the decks and a function that presses a button of the own deck. */
export async function layOutOwnPhotos(page: Page, files: readonly PickedFile[]) {
  const { samples, picker } = await openPhotoOffer(page)
  await picker.setInputFiles([...files])
  const own = locateOwnDeck(page)
  await expect(own).toBeVisible()
  const press = (name: string) => own.getByRole('button', { name, exact: true }).click()
  return { samples, own, press }
}

/**
 * Puts the receipt away once its printing animation has ended. During the animation the button moves in steps, so that a press can miss it.
 */
export async function putReceiptAway(own: Locator): Promise<void> {
  const receipt = own.getByRole('region', { name: 'Receipt' })
  await receipt.evaluate(async (element) => {
    await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished))
  })
  await receipt.getByRole('button', { name: 'Put the receipt away' }).click()
  await receipt.waitFor({ state: 'detached' })
}

/** Expects the receipt about these photos to be out, and to list no request. */
export async function expectReceipt(own: Locator, { kept, letGo }: { kept: number; letGo: number }): Promise<void> {
  const amounts = own.getByRole('region', { name: 'Receipt' }).getByRole('definition')
  await expect(amounts).toHaveText([`${kept + letGo}`, `${kept}`, `${letGo}`, '0', '0', '$0.00'])
}
