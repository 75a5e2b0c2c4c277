// Tests of what the deck of sample prints leads to: its ending, the offer of own photos, and the pile in the download banner.
import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { chooseFiles } from './choose-files.ts'
import { delayRequests } from './delay-requests.ts'
import { locateOwnDeck } from './own-photos-deck.ts'
import { createPng } from './photo-files.ts'
import { openDeck, openUntouched } from './sample-deck.ts'

const photo = createPng('photo.png', 60, 40, [80, 90, 200])

test('after the last print, the photo deck spreads out all kept prints without overlap, and the only gradient button in view is the hero’s', {
  tag: '@wide',
}, async ({ page }) => {
  const deck = await openDeck(page)
  const keep = deck.getByRole('button', { name: 'Keep' })
  await keep.focus()
  for (let left = 12; left > 0; left--) await page.keyboard.press(left % 3 === 0 ? 'ArrowLeft' : 'ArrowRight')
  await expect(deck.locator('.deck-end')).toBeFocused()
  await expect(deck.locator('.deck-end')).toHaveText(/^You kept 8 of 12/)
  const covered = await deck.locator('[data-lie^="kept"] img').evaluateAll((pictures) =>
    pictures.filter((picture, index) => {
      const { left, right, top, bottom } = picture.getBoundingClientRect()
      // The corners of the turned pictures reach a little over each other's edge.
      return pictures.slice(index + 1).some((other) => {
        const box = other.getBoundingClientRect()
        const [width, height] = [box.width / 30, box.height / 30]
        return (
          box.left < right - width && box.right > left + width && box.top < bottom - height && box.bottom > top + height
        )
      })
    }),
  )
  expect(covered).toHaveLength(0)
  await expect(deck.locator('[data-lie^="kept"]')).toHaveCount(8)
  await expect(deck.locator('button, a, label')).toHaveText(['Now ten of yours', 'Again'])
  const gradients = await page.locator('.button').evaluateAll((buttons) =>
    buttons.flatMap((button) => {
      const { top, bottom } = button.getBoundingClientRect()
      const isInView = button.checkVisibility() && bottom > 0 && top < innerHeight
      return isInView && getComputedStyle(button).backgroundImage !== 'none' ? [button.textContent] : []
    }),
  )
  expect(gradients).toEqual([`Download ${brand.name}`])
  const offset = await deck.evaluate((element) => {
    const middle = (selector: string) => {
      const { left = Number.NaN, right = Number.NaN } = element.querySelector(selector)?.getBoundingClientRect() ?? {}
      return (left + right) / 2
    }
    return middle('.deck-glow') - middle('.deck-stage')
  })
  expect(Math.abs(offset), 'the glow lies in the middle').toBeLessThan(2)
  await deck.getByRole('button', { name: 'Again' }).click()
  await expect(deck).toContainText('Your turn')
  await expect(deck).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(deck).toContainText('0 let go · 11 left · 1 kept')
})

test('the two sample prints that were kept last lie on the offer, and the first ones again with “Undo”', async ({
  page,
}) => {
  const deck = await openDeck(page)
  const expectOffered = (names: string[]) =>
    expect
      .poll(() =>
        page
          .locator('.offer > .print img')
          .evaluateAll((prints) =>
            prints.map((print) => print.getAttribute('src')?.replace(/.*\/([a-z-]+)-[\w-]{6}\.svg$/, '$1')),
          ),
      )
      .toEqual(names)
  await expectOffered(['sunset-walk', 'portrait'])
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key)
  await expect(deck).toContainText('1 kept')
  await expectOffered(['sunset-walk', 'portrait'])
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key)
  await expectOffered(['rings', 'dog-in-bow-tie'])
  for (let undone = 0; undone < 4; undone++) await page.keyboard.press('Backspace')
  await expectOffered(['sunset-walk', 'portrait'])
})

test('whoever lets every print of the photo deck go sees them all once more', async ({ page }) => {
  const deck = await openDeck(page)
  for (let left = 12; left > 0; left--) await page.keyboard.press('ArrowLeft')
  await expect(deck.locator('.deck-end')).toHaveText(/^You let all 12 go in \d+ seconds?\.$/)
  await expect(deck.locator('[data-lie^="let-go"]').first()).toHaveCSS('opacity', '1')
})

test('the offer of own photos below the photo deck is a button, on one line', { tag: '@wide' }, async ({
  page,
  isMobile,
}) => {
  const deck = await openUntouched(page)
  const offer = deck.locator('label')
  const words = isMobile ? 'Try it with ten from your camera roll' : 'Try it with ten of your own photos'
  await expect(offer.getByText(words)).toBeVisible()
  await expect(deck.getByText('They never leave this page. You get a receipt.')).toBeVisible()
  await expect(offer).toHaveCSS('height', '48px')
  await chooseFiles(page, () => offer.click(), [photo])
  await expect(locateOwnDeck(page)).toBeVisible()
})

test('photos that are picked before any script has loaded are laid out after hydration', async ({ page }) => {
  const scripts = await delayRequests(page, /\.js$/)
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('#own-photos').setInputFiles([photo])
  scripts.release()
  await expect(locateOwnDeck(page)).toBeVisible()
})

test('“Try ten of mine” among the features scrolls to the deck and opens its file dialog', async ({ page }) => {
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const link = page.locator('#features').getByRole('link', { name: 'Try ten of mine' })
  await link.focus()
  await chooseFiles(page, () => page.keyboard.press('Enter'), [photo])
  await expect(locateOwnDeck(page)).toBeInViewport()
})

test('the kept prints of the photo deck lie in the download banner in place of the logo', { tag: '@wide' }, async ({
  page,
}) => {
  const deck = await openDeck(page)
  const pile = page.locator('#download-banner .kept-pile .print')
  await expect(pile).toHaveCount(0)
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key)
  await expect(deck).toContainText('2 kept')
  await expect(pile).toHaveCount(2)
  await page.keyboard.press('Backspace')
  await expect(pile).toHaveCount(1)
})
