// Tests of photos that are dropped on the page or pasted: from the first moment on, and while the code for them cannot be loaded.
import { writeFile } from 'node:fs/promises'
import type { Page, TestInfo } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { delayRequests } from './delay-requests.ts'
import { dragFilesOntoPage, dropFilesOnPage, isOpeningPrevented, pastePicture } from './drag-files.ts'
import { expectReceipt, locateOwnDeck, openPhotoOffer, TOP_PRINT } from './own-photos-deck.ts'
import { createPng } from './photo-files.ts'
import { locateToast, openSignupDialogOnPage } from './signup-dialog.ts'

test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })

/** Writes two photos to files and returns their paths. */
async function writePhotos(info: TestInfo): Promise<string[]> {
  return Promise.all(
    [1, 2].map(async (number) => {
      const { name, buffer } = createPng(`photo-${number}.png`, 60, 40, [80 * number, 90, 200])
      const path = info.outputPath(name)
      await writeFile(path, buffer)
      return path
    }),
  )
}

async function openHomePage(page: Page): Promise<void> {
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
}

/** What the frame around the window says while files are over it. */
const FRAME = 'Drop them on the table.'

const expectOnTop = (page: Page, name: string) =>
  expect(page.locator(TOP_PRINT).getByRole('img')).toHaveAttribute('alt', name)

test('photos dropped before any script has loaded open no file in place of the page and are laid out after hydration', async ({
  page,
}, info) => {
  const scripts = await delayRequests(page, /\.js$/)
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('.deck').waitFor()
  await dropFilesOnPage(page, await writePhotos(info))
  await page.waitForTimeout(300) // long enough for the browser to open the file
  await expect(page).toHaveURL(/:\d+\/$/)
  scripts.release()
  await expectOnTop(page, 'photo-1.png')
  await expect(locateOwnDeck(page)).toContainText('Your turn')
})

test('a paste, drag or drop event without data, as browser extensions send them, causes no error on any page', async ({
  page,
}) => {
  for (const path of ['/', '/download', '/terms']) {
    await page.goto(path)
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    await page.evaluate(() => {
      for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true }))
      document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true }))
    })
  }
})

test('photos dropped before the first decision are laid out, and the receipt of the browser lists no request from then on', async ({
  page,
}, info) => {
  await openHomePage(page)
  await dropFilesOnPage(page, await writePhotos(info))
  await expectOnTop(page, 'photo-1.png')
  const own = locateOwnDeck(page)
  for (const name of ['Keep', 'Let go']) await own.getByRole('button', { name, exact: true }).click()
  await expect(own).toContainText('You kept 1 of 2 in')
  await own.getByRole('button', { name: 'Print the receipt' }).click()
  await expectReceipt(own, { kept: 1, letGo: 1 })
})

test('a drag of photos loads the code and the worker for them when it enters the page, before the drop', async ({
  page,
}, info) => {
  await openHomePage(page)
  const { move, drop } = await dragFilesOntoPage(page, await writePhotos(info))
  await expect
    .poll(async () => {
      await move()
      return page.workers().length
    })
    .toBe(1)
  await expect(page.getByText(FRAME)).toBeVisible()
  const requests: string[] = []
  page.on('request', (request) => !request.url().startsWith('blob:') && requests.push(request.url()))
  await drop()
  await expectOnTop(page, 'photo-1.png')
  await expect(page.getByText(FRAME)).toHaveCount(0)
  await page.waitForTimeout(300)
  expect(requests).toEqual([])
})

test('photos dropped far below the deck are framed by the whole window and bring the deck into view; a drag that leaves takes the frame along', async ({
  page,
}, info) => {
  await openHomePage(page)
  await page.mouse.move(700, 300)
  await page.mouse.move(720, 300) // loads the deck's script
  await page.locator('#faq').evaluate((faq) => faq.scrollIntoView({ behavior: 'instant' }))
  const { move, drop } = await dragFilesOntoPage(page, await writePhotos(info))
  const words = page.getByText(FRAME)
  await expect(async () => {
    await move()
    await expect(words).toBeInViewport({ timeout: 500 })
  }).toPass()
  await page.evaluate(() => document.dispatchEvent(new DragEvent('dragleave')))
  await expect(words).toHaveCount(0)
  await drop()
  await expectOnTop(page, 'photo-1.png')
  await expect(page.locator(TOP_PRINT)).toBeInViewport()
})

test('a picture pasted before the first decision is laid out, and one pasted after putting photos away too', async ({
  page,
}) => {
  await openHomePage(page)
  await pastePicture(page, 'first.png')
  await expectOnTop(page, 'first.png')
  await locateOwnDeck(page).getByRole('button', { name: 'Put them away' }).click()
  await pastePicture(page, 'second.png')
  await expectOnTop(page, 'second.png')
})

test('photos dropped after the first decision, or onto photos, replace what is on the table', async ({
  page,
}, info) => {
  await openPhotoOffer(page)
  const [first = '', second = ''] = await writePhotos(info)
  await dropFilesOnPage(page, [first])
  await expectOnTop(page, 'photo-1.png')
  await dropFilesOnPage(page, [second])
  await expectOnTop(page, 'photo-2.png')
})

test('when the code for own photos cannot be loaded, the page says so and keeps dropped photos until Try again works', async ({
  page,
  announce,
}, info) => {
  announce.trouble(/ERR_FAILED/)
  await page.route(/\/lay-out-photos-/, (route) => route.abort('failed'))
  await openHomePage(page)
  await page.mouse.move(700, 300)
  await page.mouse.move(720, 300) // loads the deck's script
  await dropFilesOnPage(page, await writePhotos(info))
  const alert = page.locator('.deck').getByRole('alert')
  await expect(alert).toContainText('Your photos wait here.')
  const again = page.locator('.deck').getByRole('button', { name: 'Try again' })
  await again.press('Enter')
  await expect(alert).toHaveText('Still not, after 2 tries. Your photos wait here.')
  await expect(again).toBeFocused()
  await page.unroute(/\/lay-out-photos-/)
  await page.keyboard.press('Enter')
  await expectOnTop(page, 'photo-1.png')
})

test('photos that wait because the browser is offline are laid out when it is online again', async ({
  page,
  announce,
}, info) => {
  announce.trouble(/ERR_FAILED/)
  await openHomePage(page)
  await page.route(/\/lay-out-photos-/, (route) => route.abort('failed'))
  await dropFilesOnPage(page, await writePhotos(info))
  await expect(page.locator('.deck').getByRole('alert')).toContainText('Your photos wait here.')
  await page.unroute(/\/lay-out-photos-/)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectOnTop(page, 'photo-1.png')
})

test('when the deck’s own script cannot be loaded, a message says that dropped photos wait, and the next input lays them out', async ({
  page,
  announce,
}, info) => {
  announce.trouble(/ERR_FAILED/)
  const paths = await writePhotos(info)
  await page.route(/\/play-sample-deck-/, (route) => route.abort('failed'))
  const scripts = await delayRequests(page, /\/home-[^/]*\.js$/)
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('.deck').waitFor()
  await dropFilesOnPage(page, paths)
  scripts.release()
  await expect(locateToast(page, 'Your photos wait here until the network is back.')).toBeVisible()
  await page.unroute(/\/play-sample-deck-/)
  await expect(async () => {
    await page.mouse.move(700, 300 + Math.random())
    await page.mouse.move(720, 300)
    await expect(locateOwnDeck(page)).toBeVisible({ timeout: 500 })
  }).toPass()
  await expectOnTop(page, 'photo-1.png')
})

test('files dropped on a page without the deck, or behind a dialog, are refused and open nothing', async ({
  page,
}, info) => {
  const paths = await writePhotos(info)
  await page.goto('/terms')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  expect(await isOpeningPrevented(page)).toBe(true)
  await dropFilesOnPage(page, paths)
  await page.waitForTimeout(300)
  await expect(page).toHaveURL(/\/terms$/)
  await openHomePage(page)
  await openSignupDialogOnPage(page)
  expect(await isOpeningPrevented(page)).toBe(true)
  await dropFilesOnPage(page, paths)
  await page.waitForTimeout(300)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(locateOwnDeck(page)).toHaveCount(0)
})
