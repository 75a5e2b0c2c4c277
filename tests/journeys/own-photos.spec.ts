// Tests of the deck of the visitor's own photos. Nothing of a photo may leave the page.

import { rm, writeFile } from 'node:fs/promises'
import { expect, test } from '../support/journey.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { layOutOwnPhotos, locateOwnDeck, openPhotoOffer, openPhotoOfferOnPage, TOP_PRINT } from './own-photos-deck.ts'
import { createPng, withOrientation } from './photo-files.ts'

const shades = [0, 60, 120, 180]
const photos = shades.map((shade, index) => createPng(`photo-${index + 1}.png`, 60, 40, [shade, 90, 200]))

test('from the first own photo to the last the page makes no request and sends no message, though the spots were live', async ({
  page,
  backend,
}) => {
  const sent: string[] = []
  let recording = false
  page.on('request', (request) => recording && !request.url().startsWith('blob:') && sent.push(request.url()))
  page.on('websocket', (socket) => {
    if (recording) sent.push(socket.url())
    socket.on(
      'framesent',
      ({ payload }) => recording && !String(payload).includes('phx_leave') && sent.push(String(payload)),
    )
  })
  await page.goto('/')
  const figure = page.locator('#free-access .spots-figure')
  await figure.scrollIntoViewIfNeeded()
  await expect(figure).toHaveText(/^\d+$/)
  const before = Number(await figure.textContent())
  const { samples, picker } = await openPhotoOfferOnPage(page)
  // The worker that makes the prints is loaded with the offer, before there are photos.
  await expect.poll(() => page.workers().length).toBe(1)

  recording = true
  await picker.setInputFiles([...photos])
  const own = locateOwnDeck(page)
  await expect(page.locator(TOP_PRINT).getByRole('img')).toBeVisible()
  const visitor = createTestVisitor()
  await backend
    .client()
    .from('early_access_users')
    .insert({ ...visitor, is_paid: false })
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  for (const name of ['Keep', 'Let go', 'Keep', 'Keep']) await own.getByRole('button', { name, exact: true }).click()
  await expect(own).toContainText('You kept 3 of 4 in')
  await page.waitForTimeout(1_500)
  expect(sent).toEqual([])
  recording = false

  await own.getByRole('button', { name: 'Put them away' }).click()
  await expect(samples).toBeVisible()
  await expect.poll(async () => Number(await figure.textContent())).toBeLessThan(before)
})

test('a photo whose file is deleted after it was picked is skipped by name, with that reason', async ({
  page,
}, testInfo) => {
  // The prints of the first five are made in advance.
  const paths = [1, 2, 3, 4, 5, 6].map((number) => testInfo.outputPath(`photo-${number}.png`))
  await Promise.all(paths.map((path) => writeFile(path, photos[0]?.buffer ?? '')))
  const { picker } = await openPhotoOffer(page)
  await picker.setInputFiles(paths)
  const own = locateOwnDeck(page)
  await expect(page.locator(TOP_PRINT).getByRole('img')).toHaveAttribute('alt', 'photo-1.png')
  await rm(paths[5] ?? '')
  for (let kept = 0; kept < 5; kept++) await own.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(own.getByRole('status').first()).toContainText('“photo-6.png” can’t be read any more')
  await expect(own).toContainText('You kept all 5 in')
})

test('own photos that later ones on a pile cover are removed from the page, so that memory does not grow, and the end shows all that were kept', async ({
  page,
}) => {
  const many = Array.from({ length: 12 }, (_, index) =>
    createPng(`photo-${index + 1}.png`, 60, 40, [20 * index, 90, 200]),
  )
  const { own, press } = await layOutOwnPhotos(page, many)
  for (let kept = 0; kept < 9; kept++) await press('Keep')
  await expect(own).toContainText('0 let go · 3 left · 9 kept')
  await expect(own.locator('[data-lie^="kept"]')).toHaveCount(5)
  await press('Undo')
  await expect(own.locator('[data-lie^="kept"]')).toHaveCount(5)
  for (let kept = 8; kept < 12; kept++) await press('Keep')
  await expect(own.locator('[data-lie^="kept"] img')).toHaveCount(12)
})

test('a photo is shown upright by its EXIF orientation, on a print of its own shape that is wholly on the table, with so few pixels that fifty prints fit into the memory for them', async ({
  page,
}) => {
  await page.goto('/')
  const jpeg = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 80
    canvas.height = 40
    return canvas.toDataURL('image/jpeg')
  })
  const large = createPng('landscape.png', 900, 600, [1, 2, 3])
  const { press } = await layOutOwnPhotos(page, [withOrientation('turned.jpg', jpeg, 6), large])
  const print = page.locator(TOP_PRINT).getByRole('img')
  const shapes = () =>
    print.evaluate((image: HTMLImageElement) => [
      image.naturalWidth / image.naturalHeight,
      image.offsetWidth / image.offsetHeight,
    ])
  await expect.poll(shapes).toEqual([0.5, expect.closeTo(0.5, 2)])
  const stage = await page.locator('.deck-stage').boundingBox()
  const paper = await page.locator(`${TOP_PRINT} .print`).boundingBox()
  expect(paper?.y).toBeGreaterThanOrEqual(stage?.y ?? 0)
  expect((paper?.y ?? 0) + (paper?.height ?? 0)).toBeLessThanOrEqual((stage?.y ?? 0) + (stage?.height ?? 0))

  await press('Keep')
  await expect.poll(() => print.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(270)
})
