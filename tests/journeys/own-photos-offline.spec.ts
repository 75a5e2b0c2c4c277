// Tests that own photos are sorted without a network, once the page has come and the visitor has moved the pointer.
import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/journey.ts'
import { areAllPicturesLoaded, openPage } from './open-page.ts'
import { expectReceipt, locateOwnDeck, openPhotoOfferOnPage, putReceiptAway, TOP_PRINT } from './own-photos-deck.ts'
import { createPng } from './photo-files.ts'

test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })

test('offline since before the first decision, own photos are picked, sorted by buttons and keys, taken back and receipted, the list is saved, and others are sorted', async ({
  page,
  context,
  announce,
}) => {
  announce.trouble(/ERR_INTERNET_DISCONNECTED/) // the sample print that the first decision shows at the bottom of the deck
  await openPage(page, '/')
  await page.mouse.move(700, 300)
  await page.mouse.move(720, 300)
  // The code and the worker for own photos are loaded once the page is idle.
  await expect.poll(() => page.workers().length).toBe(1)
  await page.waitForFunction(areAllPicturesLoaded)
  await context.setOffline(true)

  const failed = page.waitForEvent('requestfailed')
  const { picker } = await openPhotoOfferOnPage(page)
  await failed // once the photos are laid out, the sample print is not requested any more
  const photos = [60, 120].map((shade) => createPng(`photo-${shade}.png`, 60, 40, [shade, 90, 200]))
  await picker.setInputFiles(photos)
  const own = locateOwnDeck(page)
  const press = (name: string) => own.getByRole('button', { name, exact: true }).click()
  await expect(page.locator(TOP_PRINT).getByRole('img')).toHaveAttribute('src', /^blob:/)
  await expect(own).toBeFocused()
  await press('Keep')
  await expect(own).toContainText('0 let go · 1 left · 1 kept')
  await press('Undo')
  await expect(page.locator(TOP_PRINT).getByRole('img')).toHaveAttribute('alt', 'photo-60.png')
  await press('Keep')
  await page.keyboard.press('ArrowLeft')
  await expect(own).toContainText('You kept 1 of 2 in')
  await press('Print the receipt')
  await expectReceipt(own, { kept: 1, letGo: 1 })
  const downloading = page.waitForEvent('download')
  await press('Save the list')
  expect((await downloading).suggestedFilename()).toBe('photos.txt')
  const list = await readFile(await (await downloading).path(), 'utf8')
  expect(list).toBe('Kept (1)\r\nphoto-60.png\r\n\r\nLet go (1)\r\nphoto-120.png\r\n')
  await putReceiptAway(own)
  await press('Put them away')
  await page.locator('.deck input[type=file]').setInputFiles(photos.slice(1))
  await expect(page.locator(TOP_PRINT).getByRole('img')).toHaveAttribute('alt', 'photo-120.png')
})

test('the scene of the app is not loaded when the visitor scrolls near it while own photos are sorted, but once they are put away', async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await openPage(page, '/')
  const { picker } = await openPhotoOfferOnPage(page)
  await picker.setInputFiles([createPng('photo-60.png', 60, 40, [60, 90, 200])])
  const own = locateOwnDeck(page)
  const press = (name: string) => own.getByRole('button', { name, exact: true }).click()
  await expect(page.locator(TOP_PRINT).getByRole('img')).toHaveAttribute('src', /^blob:/)
  const scene = page.locator('.preview')
  await expect(scene).toHaveCount(0)
  await page.locator('#demo-video').scrollIntoViewIfNeeded()
  await press('Keep')
  await press('Print the receipt')
  // The pictures of the steps below, which the visitor has scrolled to, are requests, and the receipt lists them.
  await expect(own.getByRole('region', { name: 'Receipt' })).not.toContainText(/stage|video-poster/)
  await putReceiptAway(own)
  await expect(scene).toHaveCount(0)
  await press('Put them away')
  await page.locator('#demo-video').scrollIntoViewIfNeeded()
  await expect(scene).toBeAttached()
})
