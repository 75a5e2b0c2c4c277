import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { brand } from '../../support/brand.ts'
import { createTestVisitor } from '../../support/test-visitor.ts'
import { dragFilesOntoPage, dropFilesOnPage } from '../drag-files.ts'
import { layOutOwnPhotos, locateOwnDeck, openPhotoOfferOnPage, TOP_PRINT } from '../own-photos-deck.ts'
import { createPng, type PickedFile } from '../photo-files.ts'
import { locateToast, openSignupDialogOnPage } from '../signup-dialog.ts'
import { inSequence, type SiteState } from './site-state.ts'

const OWN = '[role=group][aria-label^="Your own photos"]'
const SAMPLES = '[role=group][aria-label^="Try it"]'
const OFFER_CODE = /\/lay-out-photos-/

/** Photos of the shapes that cameras make, and a panorama. */
const SHAPES = [
  [90, 60],
  [60, 90],
  [80, 60],
  [160, 40],
  [60, 60],
] as const
const photos = Array.from({ length: 10 }, (_, index) => {
  const [width, height] = SHAPES[index % SHAPES.length] ?? SHAPES[0]
  return createPng(`IMG_20260613_${1400 + index}.png`, width, height, [
    40 + 20 * index,
    150 - 8 * index,
    90 + 9 * index,
  ])
})
const broken = (name: string): PickedFile => ({ name, mimeType: 'image/heic', buffer: Buffer.from('no photo') })

/** Lays out photos and decides about some. */
async function sortPhotos(page: Page, count: number, files: readonly PickedFile[] = photos): Promise<Locator> {
  await layOutOwnPhotos(page, files)
  await expect(page.locator(TOP_PRINT).getByRole('img')).toBeVisible()
  return decide(page, count, files)
}

/** Decides about `count` of the photos that are laid out: every third one is let go. */
async function decide(page: Page, count: number, files: readonly PickedFile[] = photos): Promise<Locator> {
  const own = locateOwnDeck(page)
  for (let done = 1; done <= count; done++)
    await own.getByRole('button', { name: done % 3 === 0 ? 'Let go' : 'Keep', exact: true }).click()
  await expect(own.locator('.deck-tools')).toContainText(count === 0 ? 'Your turn' : /kept|At your pace/)
  if (count === files.length) await expect(own).toContainText(`You kept 7 of ${files.length} in`)
  return own
}

/** Waits for the kept prints. */
async function expectKeptPrints(page: Page): Promise<void> {
  await expect(page.locator('[data-kept-prints] > .print img').first()).toHaveAttribute('src', /^blob:/)
}

/** Writes a photo to a file of the test and returns its path. */
async function writePhoto(folder: string): Promise<string[]> {
  const [photo] = photos
  const path = join(folder, photo?.name ?? '')
  await writeFile(path, photo?.buffer ?? '')
  return [path]
}

/** The states of the hero's deck with photos of the visitor, and of what follows from them elsewhere. */
export const ownPhotoStates: readonly SiteState[] = [
  ...inSequence(
    { name: 'own-photos-offered', route: '/', subject: SAMPLES, reach: openPhotoOfferOnPage },
    {
      name: 'own-photos-refused',
      route: '/',
      subject: '.toast-region',
      async reach(page) {
        const picker = page.locator(SAMPLES).locator('input[type=file]')
        await picker.setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') }])
        await expect(locateToast(page, 'No photos in there')).toBeVisible()
      },
    },
    {
      name: 'own-photos-dragged',
      route: '/',
      subject: SAMPLES,
      async reach(page, _, folder) {
        await dragFilesOntoPage(page, await writePhoto(folder))
        await expect(page.getByText('Drop them on the table.')).toBeVisible()
      },
    },
  ),
  {
    name: 'own-photos-waiting',
    route: '/',
    subject: SAMPLES,
    expectedError: /ERR_FAILED/,
    prepare: (page) => page.route(OFFER_CODE, (route) => route.abort('failed')),
    async reach(page, _, folder) {
      await page.locator('.deck').evaluate((deck) => deck.scrollIntoView({ block: 'center' }))
      await dropFilesOnPage(page, await writePhoto(folder))
      await expect(page.locator('.deck').getByRole('alert')).toContainText('Your photos wait here.')
    },
  },
  ...inSequence(
    { name: 'own-photos-laid-out', route: '/', subject: OWN, reach: (page) => sortPhotos(page, 0) },
    { name: 'own-photos-done', route: '/', subject: OWN, reach: (page) => decide(page, 10) },
    {
      name: 'own-photos-receipt',
      route: '/',
      subject: OWN,
      async reach(page) {
        const own = locateOwnDeck(page)
        await own.getByRole('button', { name: 'Print the receipt' }).click()
        const receipt = own.getByRole('region', { name: 'Receipt' })
        await receipt.getByText('How do you know?').click()
        await receipt.getByLabel('With the ones I kept').check()
        await receipt.getByRole('button', { name: 'Save as a picture' }).click()
        await expect(receipt.getByRole('status')).toContainText('Saved.')
      },
    },
    {
      name: 'own-photos-on-welcome-page',
      route: '/download',
      async reach(page) {
        const { signUp } = await openSignupDialogOnPage(page)
        await signUp(createTestVisitor())
        await expect(page.getByRole('heading', { name: `Welcome to ${brand.name}!` })).toBeVisible()
        await expect(page.locator('[data-skeleton]')).toHaveCount(0)
        await expectKeptPrints(page)
      },
    },
  ),
  { name: 'own-photos-half-sorted', route: '/', subject: OWN, reach: (page) => sortPhotos(page, 5) },
  {
    name: 'own-photos-skipped',
    route: '/',
    subject: OWN,
    async reach(page) {
      const own = await sortPhotos(page, 1, [broken('IMG_0001.HEIC'), broken('IMG_0002.HEIC'), ...photos])
      await expect(own.getByRole('status').first()).toContainText(
        '“IMG_0001.HEIC” and “IMG_0002.HEIC” won’t open in this browser',
      )
    },
  },
  {
    name: 'own-photos-none-opened',
    route: '/',
    subject: OWN,
    async reach(page) {
      const { own } = await layOutOwnPhotos(page, [broken('IMG_0001.HEIC')])
      await expect(own).toContainText('None of these')
    },
  },
  {
    name: 'own-photos-spots-unread',
    route: '/',
    subject: '#free-access',
    prepare: (page) => page.route('**/rest/v1/app_settings*', () => new Promise(() => {})),
    async reach(page) {
      await sortPhotos(page, 2)
      const spots = page.locator('.spots-left')
      await spots.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      await expect(spots).toContainText('Yours stay here. So does the offer.')
    },
  },
  {
    name: 'own-photos-behind-offer',
    route: '/',
    subject: '#free-access',
    async reach(page) {
      await sortPhotos(page, 10)
      await page.locator('#free-access').evaluate((offer) => offer.scrollIntoView({ block: 'center' }))
      await expectKeptPrints(page)
    },
  },
]
