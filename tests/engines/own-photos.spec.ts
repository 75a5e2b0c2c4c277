// Journeys through the deck of the visitor's own photos.
import { writeFile } from 'node:fs/promises'
import { areAllPicturesLoaded } from '../journeys/open-page.ts'
import { createPng, type PickedFile, withOrientation } from '../journeys/photo-files.ts'
import { expect, test } from './engine-test.ts'
import type { Visitor } from './visitor.ts'

const PHOTOS = [createPng('first.png', 60, 40, [0, 90, 200]), createPng('second.png', 40, 60, [120, 90, 200])]
const HEIC = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')

async function laysOut(visitor: Visitor, photos: readonly PickedFile[]): Promise<void> {
  await visitor.awaits(areAllPicturesLoaded, 'all pictures are loaded')
  await visitor.clicks('text=Keep')
  await visitor.awaits(() => document.querySelector('#own-photos') !== null, 'the offer is there')
  const paths = photos.map(({ name }) => test.info().outputPath(name))
  for (const [index, { buffer }] of photos.entries()) await writeFile(paths[index] ?? '', buffer)
  await visitor.picks('#own-photos', ...paths)
  await visitor.awaits(
    (first) => document.querySelector('[data-lie="deck-0"] img')?.getAttribute('alt') === first,
    'the first print is made',
    photos[0]?.name,
  )
}

test('own photos are decoded and sorted, and the receipt counts no request', async ({ visitor }) => {
  await visitor.opens('/')
  await laysOut(visitor, PHOTOS)
  for (const press of ['Keep', 'Let go']) await visitor.clicks(`text=${press}`)
  await visitor.sees('You kept 1 of 2')
  await visitor.clicks('text=Print the receipt')
  await visitor.sees('Receipt')
  expect(
    await visitor.reads(() => [...document.querySelectorAll('[aria-labelledby] dd')].map((it) => it.textContent)),
  ).toEqual(['2', '1', '1', '0', '0', '$0.00'])
  await visitor.presses('Escape')
  await visitor.finds('text=Print the receipt')
})

test('a turned photo is upright, and files that cannot be opened are named', async ({ visitor }) => {
  await visitor.opens('/')
  const jpeg = await visitor.reads(() =>
    Object.assign(document.createElement('canvas'), { width: 80, height: 40 }).toDataURL('image/jpeg'),
  )
  const unreadable = [
    { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a photo') },
    { name: 'phone.heic', mimeType: 'image/heic', buffer: HEIC },
  ]
  await laysOut(visitor, [withOrientation('turned.jpg', jpeg, 6), ...unreadable])
  await visitor.sees('“broken.jpg” and “phone.heic” won’t open in this browser. JPEGs always do.')
  const shapes = await visitor.reads(() => {
    const image = document.querySelector<HTMLImageElement>('[data-lie="deck-0"] img')
    return image && [image.naturalWidth / image.naturalHeight, image.offsetWidth / image.offsetHeight]
  })
  expect(shapes).toEqual([0.5, expect.closeTo(0.5, 1)])
})
