// Tests of the kept prints of the visitor, which stay in the page until it is reloaded or the photos are put away.

import type { Locator, Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { pastePicture } from './drag-files.ts'
import { layOutOwnPhotos } from './own-photos-deck.ts'
import { createPng } from './photo-files.ts'
import { openSignupDialogOnPage } from './signup-dialog.ts'

// The drawings are shown on wide screens only.
test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })

const shades = [0, 50, 100, 150, 200]
const photos = shades.map((shade, index) => createPng(`photo-${index + 1}.png`, 60, 40, [shade, 90, 200]))

/** The decorative prints, without the small keepers in place of the number of spots. */
const PRINTS = '.print:not(.spots-left *) img[alt=""]'

/** Returns for each decorative print of this part of the page whether it shows a photo of the visitor or a drawing, once it has loaded. */
async function readPrints(part: Locator): Promise<string[]> {
  await part.scrollIntoViewIfNeeded()
  return part.locator(PRINTS).evaluateAll((images) =>
    images.map((image) => {
      if (!(image instanceof HTMLImageElement) || image.naturalWidth === 0) return 'nothing'
      return image.src.startsWith('blob:') ? 'photo' : 'drawing'
    }),
  )
}

const expectPrints = (part: Locator, prints: string[]) => expect.poll(() => readPrints(part)).toEqual(prints)
const locateOffer = (page: Page) => page.locator('#free-access')

test('after the last own photo, the deck shows how many were kept and the visitor’s pace; the gradient button below the receipt opens the sign-up dialog; none of this moves the hero’s heading', async ({
  page,
}) => {
  await page.goto('/')
  const hero = page.getByRole('region', { name: 'Welcome' })
  const heading = hero.getByRole('heading', { level: 1 })
  const { own, press } = await layOutOwnPhotos(page, photos)
  const read = async () => ({
    y: await heading.evaluate((element) => element.getBoundingClientRect().top + scrollY),
    height: (await hero.boundingBox())?.height,
  })
  const atStart = await read()
  for (const name of ['Keep', 'Let go', 'Keep', 'Keep']) await press(name)
  await expect(own.locator('.deck-pace')).toHaveText(/^At your pace, 2,000 photos take .+\.$/)
  expect(await read()).toEqual(atStart)
  await press('Keep')
  await expect(own.getByText('You kept 4 of 5 in')).toBeVisible()
  await expect(own.getByText(/^At your pace, 2,000 photos take \d+ .+\.$/)).toHaveCount(1)
  await expect(own.getByRole('button', { name: 'Keep' })).toHaveCount(0)
  expect(await read()).toEqual(atStart)
  await expect(own.getByRole('button')).toHaveText(['Print the receipt', 'Put them away'])
  await press('Print the receipt')
  await expect(own.getByRole('region', { name: 'Receipt' })).toBeVisible()
  expect((await read()).y).toBe(atStart.y) // the receipt lengthens the section
  await expect(own.locator('.bg-kept')).toHaveText([`Download ${brand.name}`])
  await own.getByRole('button', { name: `Download ${brand.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Download ${brand.name}` })
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toBeHidden()
  await own.getByRole('button', { name: 'Put the receipt away' }).click()
  await press('Put them away')
  expect(await read()).toEqual(atStart)
})

test('two kept prints lie on the offer and on the welcome page, over no text at 360 and 768 px, and a reload forgets them', async ({
  page,
}) => {
  const expectBesideTextAtAllWidths = async (part: Locator) => {
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectPrints(part, ['photo', 'photo'])
      if (width < 1440) await expectBesideText(part)
    }
  }
  const { own, press } = await layOutOwnPhotos(page, photos)
  for (const name of ['Let go', 'Keep']) await press(name)
  await expectPrints(locateOffer(page), ['photo', 'drawing'])
  for (const name of ['Keep', 'Undo', 'Let go', 'Keep', 'Keep']) await press(name)
  await expect(own).toContainText('You kept 3 of 5 in')
  await expectBesideTextAtAllWidths(locateOffer(page))

  const { signUp } = await openSignupDialogOnPage(page)
  await signUp(createTestVisitor())
  await expect(page.getByRole('heading', { name: `Welcome to ${brand.name}!` })).toBeVisible()
  await expectBesideTextAtAllWidths(page.locator('[data-kept-prints]'))
  await page.getByRole('link', { name: 'Return to Homepage' }).click()
  await expectPrints(locateOffer(page), ['photo', 'photo'])
  await page.reload()
  await expectPrints(locateOffer(page), ['drawing', 'drawing'])
})

test('putting photos away, or pasting another, shows the drawings again and releases the kept prints', async ({
  page,
  announce,
}) => {
  announce.trouble(/ERR_FILE_NOT_FOUND/)
  for (const end of ['put away', 'paste']) {
    const { own, press } = await layOutOwnPhotos(page, photos)
    for (let kept = 0; kept < 5; kept++) await press('Keep')
    const offer = locateOffer(page)
    await expectPrints(offer, ['photo', 'photo'])
    const images = offer.locator(PRINTS)
    const urls = await images.evaluateAll((all) => all.map((image) => image.getAttribute('src') ?? ''))
    await (end === 'paste' ? pastePicture(page, 'another.png') : press('Put them away'))
    await expectPrints(offer, ['drawing', 'drawing'])
    await expect(own.getByText('You kept')).toHaveCount(0)
    expect(await images.evaluateAll((all) => all.map((image) => image.getAttribute('style') ?? ''))).toEqual(['', ''])
    const loads = (url: string) =>
      page.evaluate(
        (src) =>
          new Promise((resolve) => {
            const image = new Image()
            image.onload = () => resolve(true)
            image.onerror = () => resolve(false)
            image.src = src
          }),
        url,
      )
    expect(await Promise.all(urls.map(loads)), end).toEqual([false, false])
  }
})

/** Expects both prints of a part to be visible inside the window's width, and to overlap none of the part's headings and leads. */
async function expectBesideText(part: Locator): Promise<void> {
  const overlaps = await part.evaluate((element) => {
    const prints = [...element.querySelectorAll('.print:not(.spots-left *)')].map((print) =>
      print.getBoundingClientRect(),
    )
    const texts = [...element.querySelectorAll('h1, h2, h2 + p, li, .spots-left > p')].flatMap((text) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      return [...range.getClientRects()]
    })
    const isOutside = (print: DOMRect) => print.width === 0 || print.left < 0 || print.right > innerWidth
    const overlap = (print: DOMRect) =>
      texts.some(
        (text) =>
          text.left < print.right && text.right > print.left && text.top < print.bottom && text.bottom > print.top,
      )
    return { prints: prints.length, bad: prints.filter((print) => isOutside(print) || overlap(print)).length }
  })
  expect(overlaps).toEqual({ prints: 2, bad: 0 })
}
