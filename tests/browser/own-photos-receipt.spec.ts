// Tests of the receipt after the visitor's own photos: what the browser recorded since the first one.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { createPng } from './photo-files.ts'

const photos = [0, 120].map((shade, index) => createPng(`photo-${index + 1}.png`, 60, 40, [shade, 90, 200]))

/** Lays out two own photos, and returns their deck. */
async function layOutPhotos(page: Page) {
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const samples = page.getByRole('group', { name: 'Try it: a deck of prints to keep or let go' })
  await samples.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await samples.getByRole('button', { name: 'Keep' }).click()
  // The worker that makes the prints is loaded with the offer, before there are photos.
  await expect.poll(() => page.workers().length).toBe(1)
  await samples.locator('input[type=file]').setInputFiles([...photos])
  return page.getByRole('group', { name: 'Your own photos to keep or let go' })
}

test('the receipt is printed and put away by keyboard, and says zero requests and bytes when there were none, itself included', async ({
  page,
}) => {
  const requests: string[] = []
  const own = await layOutPhotos(page)
  page.on('request', (request) => !request.url().startsWith('blob:') && requests.push(request.url()))
  await expect(own.getByRole('img')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  const print = own.getByRole('button', { name: 'Print the receipt' })
  await print.press('Enter')
  const receipt = own.getByRole('region', { name: 'Receipt' })
  await expect(receipt).toBeFocused()
  await expect(receipt.getByRole('definition')).toHaveText(['2', '0', '0'])
  await expect(receipt.getByRole('list')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(receipt).toBeHidden()
  await expect(print).toBeFocused()
  expect(requests).toEqual([])
})

test('the receipt lists a request since the first photo with its path, though the page had filled the browser’s list before', async ({
  page,
}) => {
  await page.addInitScript(() => performance.setResourceTimingBufferSize(1))
  const own = await layOutPhotos(page)
  await expect(own.getByRole('img')).toBeVisible()
  await page.evaluate(async () => (await fetch('/robots.txt?visitor=somebody')).text())
  for (const name of ['Keep', 'Let go']) await own.getByRole('button', { name, exact: true }).click()
  await own.getByRole('button', { name: 'Print the receipt' }).click()
  const receipt = own.getByRole('region', { name: 'Receipt' })
  await expect(receipt.getByRole('definition')).toHaveText(['2', '1', 'not recorded'])
  await expect(receipt.getByRole('listitem')).toHaveText(/^\/robots\.txt\?….*[1-9][\d,]* bytes received$/)
  await page.keyboard.press('Backspace')
  await expect(receipt).toBeHidden()
})
