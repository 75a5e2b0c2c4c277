// Tests of the receipt after the visitor's own photos: what the browser recorded since the first one.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { expectReceipt, openPhotoOffer } from './own-photos-deck.ts'
import { createPng } from './photo-files.ts'

const photos = [0, 120].map((shade, index) => createPng(`photo-${index + 1}.png`, 60, 40, [shade, 90, 200]))

/** Lays out two own photos, and returns their deck. */
async function layOutPhotos(page: Page) {
  const { picker } = await openPhotoOffer(page)
  // The worker that makes the prints is loaded with the offer, before there are photos.
  await expect.poll(() => page.workers().length).toBe(1)
  await picker.setInputFiles([...photos])
  return page.getByRole('group', { name: 'Your own photos to keep or let go' })
}

/** Sorts both photos and prints the receipt. */
async function printReceipt(own: Locator): Promise<Locator> {
  for (const name of ['Keep', 'Let go']) await own.getByRole('button', { name, exact: true }).click()
  await own.getByRole('button', { name: 'Print the receipt' }).click()
  return own.getByRole('region', { name: 'Receipt' })
}

/** Records what leaves the page. */
function recordRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => !request.url().startsWith('blob:') && requests.push(request.url()))
  return requests
}

test('the receipt is printed and put away by keyboard, and says zero requests and bytes when there were none, itself, its picture and a hovered sign-up button included', async ({
  page,
}) => {
  const own = await layOutPhotos(page)
  const requests = recordRequests(page)
  await expect(own.getByRole('img')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  const print = own.getByRole('button', { name: 'Print the receipt' })
  await print.press('Enter')
  const receipt = own.getByRole('region', { name: 'Receipt' })
  await expect(receipt).toBeFocused()
  await expectReceipt(own, { kept: 1, letGo: 1 })
  await expect(receipt.getByRole('list')).toHaveCount(0)
  await expect(receipt).toContainText('Come back with the other 1,998.')
  const button = own.getByRole('button', { name: 'Download' })
  await button.hover()
  await button.focus()
  await page.waitForTimeout(500) // in which a page without own photos would load the dialog
  await page.keyboard.press('Escape')
  await expect(receipt).toBeHidden()
  await expect(print).toBeFocused()

  await test.step('the receipt is saved as a picture, with the kept photos only when the visitor says so', async () => {
    await print.click()
    const save = async () => {
      const downloading = page.waitForEvent('download')
      await receipt.getByRole('button', { name: 'Save as a picture' }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe('fondly-receipt.png')
      const picture = await readFile(await download.path())
      expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG')
      return picture.readUInt32BE(20) // the height
    }
    await expect(receipt.locator('img')).toHaveCount(0)
    const height = await save()
    await expect(receipt.getByRole('status')).toHaveText('Saved. It’s with your downloads.')
    await receipt.getByLabel('With the ones I kept').check()
    expect(await save()).toBeGreaterThan(height)
  })
  expect(requests).toEqual([])
})

test('the receipt lists a request since the first photo with its path, though the page had filled the browser’s list before', async ({
  page,
}) => {
  await page.addInitScript(() => performance.setResourceTimingBufferSize(1))
  const own = await layOutPhotos(page)
  await expect(own.getByRole('img')).toBeVisible()
  await page.evaluate(async () => (await fetch('/robots.txt?visitor=somebody')).text())
  const receipt = await printReceipt(own)
  await expect(receipt.getByRole('definition')).toHaveText(['2', '1', '1', '1', 'not recorded', '$0.00'])
  await expect(receipt.getByRole('listitem')).toHaveText(/^\/robots\.txt\?….*[1-9][\d,]* bytes received$/)
  await page.keyboard.press('Backspace')
  await expect(receipt).toBeHidden()
  await expect(own).toContainText('1 left')
})

test('the receipt hides the buttons below it and has its own place, also with its proof open', {
  tag: '@wide',
}, async ({ page }) => {
  const own = await layOutPhotos(page)
  const receipt = await printReceipt(own)
  await receipt.getByText('How do you know?').click()
  await receipt.getByLabel('With the ones I kept').check()
  await expect(own.getByRole('button', { name: 'Undo' })).toBeHidden()
  await expect(own.getByText('You kept')).toHaveCount(0)
  const overlaps = await own.evaluate((deck) => {
    const { bottom } = deck.querySelector('section')?.getBoundingClientRect() ?? new DOMRect()
    return bottom > deck.getBoundingClientRect().bottom + 1
  })
  expect(overlaps).toBe(false)
})

test('“Share it” opens the system’s share sheet with the picture of the receipt and a sentence, and saves the picture when the system refuses to share it', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shared: string[] = []
    const outcomes = [null, 'AbortError', 'NotAllowedError'] // shared, closed by the visitor, refused by the system
    Object.assign(window, { shared })
    Object.assign(navigator, {
      canShare: () => true,
      async share({ files = [], text = '' }: ShareData) {
        const errorName = outcomes[shared.length]
        shared.push(`${text} ${files.map(({ type }) => type).join()}`)
        if (errorName) throw new DOMException('', errorName)
      },
    })
  })
  const receipt = await printReceipt(await layOutPhotos(page))
  for (const [count, status] of ['', '', 'Saved. It’s with your downloads.'].entries()) {
    await receipt.getByRole('button', { name: 'Share it' }).click()
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'shared')))
      .toEqual(Array(count + 1).fill('I sorted 2 photos and sent 0 bytes. image/png'))
    await expect(receipt.getByRole('status')).toHaveText(status)
  }
})
