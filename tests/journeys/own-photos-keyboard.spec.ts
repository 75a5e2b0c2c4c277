// Sorts own photos by keyboard only: from the offer to the receipt and back to the sample prints.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { chooseFiles } from './choose-files.ts'
import { openPage } from './open-page.ts'
import { locateOwnDeck, TOP_PRINT } from './own-photos-deck.ts'
import { createPng } from './photo-files.ts'

test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const target = page.getByRole('button', { name, exact: true })
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press('Tab')
    if (await target.first().evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab does not reach "${name}".`)
}

test('own photos are picked, sorted, undone, receipted and put away by keyboard alone, and the focus is never lost', async ({
  page,
}) => {
  await openPage(page, '/')
  await page.keyboard.press('ArrowRight')
  await tabTo(page, 'Try it with ten of your own photos')
  const broken = { name: 'broken.heic', mimeType: 'image/heic', buffer: Buffer.from('no photo') }
  const photos = [0, 90, 180].map((shade, index) => createPng(`photo-${index + 1}.png`, 60, 40, [shade, 90, 200]))
  await chooseFiles(page, () => page.keyboard.press('Enter'), [...photos, broken])

  const own = locateOwnDeck(page)
  await expect(own).toBeFocused()
  await expect(page.locator(TOP_PRINT).getByRole('img')).toHaveAccessibleName('photo-1.png')
  for (const key of ['ArrowRight', 'Backspace', 'ArrowLeft', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  await expect(own).toContainText('You kept 2 of 3 in')
  await expect(own.getByRole('status').filter({ hasText: '“broken.heic” won’t open' })).toBeVisible()

  await expect(own.getByRole('button', { name: 'Print the receipt' })).toBeVisible() // late, so that no press of Keep hits it
  await tabTo(page, 'Print the receipt')
  await page.keyboard.press('Enter')
  const receipt = own.getByRole('region', { name: 'Receipt' })
  await expect(receipt).toBeFocused()
  await tabTo(page, 'Put the receipt away')
  await page.keyboard.press('Enter')
  await expect(own.getByRole('button', { name: 'Print the receipt' })).toBeFocused()
  await tabTo(page, 'Put them away')
  await page.keyboard.press('Enter')
  const samples = page.getByRole('group', { name: 'Try it: a deck of prints to keep or let go' })
  await expect(samples).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(samples).toContainText('11 left · 1 kept')
})

test('when no photo can be opened, the deck says so and others can be picked; while own photos are on the deck, the number of spots is not requested, and a sentence replaces it', async ({
  page,
}) => {
  const reads: string[] = []
  page.on('request', (request) => request.url().includes('/rest/v1/') && reads.push(request.url()))
  await openPage(page, '/')
  await page.keyboard.press('ArrowRight')
  const broken = { name: 'broken.heic', mimeType: 'image/heic', buffer: Buffer.from('no photo') }
  await page.locator('.deck input[type=file]').setInputFiles([broken])
  const own = locateOwnDeck(page)
  await expect(own).toContainText('None of these')
  await expect(own).not.toContainText('Your turn')
  await expect(own.getByRole('button', { name: 'Print the receipt' })).toHaveCount(0)
  await tabTo(page, 'Try others')
  await chooseFiles(page, () => page.keyboard.press('Enter'), [createPng('good.png', 60, 40, [1, 2, 3])])
  await expect(page.locator(TOP_PRINT).getByRole('img')).toHaveAccessibleName('good.png')

  const spots = page.locator('.spots-left')
  await spots.scrollIntoViewIfNeeded()
  await expect(spots).toContainText('Yours stay here. So does the offer.')
  await expect(spots.locator('.skeleton')).toHaveCount(0)
  await own.getByRole('button', { name: 'Keep', exact: true }).click()
  await page.waitForTimeout(500)
  expect(reads).toEqual([])
  await own.getByRole('button', { name: 'Put them away' }).click()
  await expect(page.locator('.spots-figure')).toHaveText(/^\d+$/)
})
