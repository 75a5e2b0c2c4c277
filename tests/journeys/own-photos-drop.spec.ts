// Tests of photos that are dropped on the page or pasted: from the first moment on, and while the code for them cannot be loaded.
import { writeFile } from 'node:fs/promises'
import type { Page, Route, TestInfo } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { delayRequests } from './delay-requests.ts'
import { dragFilesOntoPage, dropFilesOnPage, isOpeningPrevented, pastePicture } from './drag-files.ts'
import { areAllPicturesLoaded, openPage, waitForHydration } from './open-page.ts'
import { expectReceipt, locateOwnDeck, openPhotoOfferOnPage, TOP_PRINT } from './own-photos-deck.ts'
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

test('a drag of photos loads the code for them before the drop and is framed, also far below the deck, which the drop brings into view; a drag that leaves takes the frame along', async ({
  page,
}, info) => {
  await openPage(page, '/')
  await page.waitForFunction(areAllPicturesLoaded)
  const frame = page.getByText('Drop them on the table.')
  const paths = await writePhotos(info)
  const first = await dragFilesOntoPage(page, paths)
  await expect
    .poll(async () => {
      await first.move()
      return page.workers().length
    })
    .toBe(1)
  await expect(frame).toBeVisible()
  const requests: string[] = []
  page.on('request', (request) => !request.url().startsWith('blob:') && requests.push(request.url()))
  await first.drop()
  await expectOnTop(page, 'photo-1.png')
  await expect(frame).toHaveCount(0)
  await page.waitForTimeout(300)
  expect(requests).toEqual([])

  await locateOwnDeck(page).getByRole('button', { name: 'Put them away' }).click()
  await page.locator('#faq').evaluate((faq) => faq.scrollIntoView({ behavior: 'instant' }))
  const { move, drop } = await dragFilesOntoPage(page, paths)
  await expect(async () => {
    await move()
    await expect(frame).toBeInViewport({ timeout: 500 })
  }).toPass()
  await page.evaluate(() => document.dispatchEvent(new DragEvent('dragleave')))
  await expect(frame).toHaveCount(0)
  await drop()
  await expectOnTop(page, 'photo-1.png')
  await expect(page.locator(TOP_PRINT)).toBeInViewport()
})

test('photos that are dropped or pasted before the first decision, after it or onto photos are laid out, the receipt lists no request, and files that are no photos are refused', async ({
  page,
}, info) => {
  await openPage(page, '/')
  const paths = await writePhotos(info)
  const [first = '', second = ''] = paths
  await dropFilesOnPage(page, paths)
  await expectOnTop(page, 'photo-1.png')
  const own = locateOwnDeck(page)
  for (const name of ['Keep', 'Let go']) await own.getByRole('button', { name, exact: true }).click()
  await expect(own).toContainText('You kept 1 of 2 in')
  await own.getByRole('button', { name: 'Print the receipt' }).click()
  await expectReceipt(own, { kept: 1, letGo: 1 })

  await page.reload()
  await waitForHydration(page)
  await pastePicture(page, 'first.png')
  await expectOnTop(page, 'first.png')
  await own.getByRole('button', { name: 'Put them away' }).click()
  await pastePicture(page, 'second.png')
  await expectOnTop(page, 'second.png')
  await own.getByRole('button', { name: 'Put them away' }).click()
  await openPhotoOfferOnPage(page) // decides about a sample print
  await dropFilesOnPage(page, [first])
  await expectOnTop(page, 'photo-1.png')
  await dropFilesOnPage(page, [second])
  await expectOnTop(page, 'photo-2.png')

  const notes = info.outputPath('notes.txt')
  await writeFile(notes, 'notes')
  await dropFilesOnPage(page, [notes])
  await expect(locateToast(page, 'No photos in there')).toBeVisible()
  await expectOnTop(page, 'photo-2.png')
})

test('when the code for own photos cannot be loaded, the page says so and keeps dropped photos until Try again works, or until the browser is online again', async ({
  page,
  announce,
}, info) => {
  announce.trouble(/ERR_FAILED/)
  const code = /\/lay-out-photos-/
  const alert = page.locator('.deck').getByRole('alert')
  const drop = async () => {
    await page.route(code, (route) => route.abort('failed'))
    await openPage(page, '/')
    await page.mouse.move(700, 300)
    await page.mouse.move(720, 300) // loads the deck's script
    await dropFilesOnPage(page, await writePhotos(info))
    await expect(alert).toContainText('Your photos wait here.')
  }
  await drop()
  const again = page.locator('.deck').getByRole('button', { name: 'Try again' })
  await again.press('Enter')
  await expect(alert).toHaveText('Still not, after 2 tries. Your photos wait here.')
  await expect(again).toBeFocused()
  await page.unroute(code)
  await page.keyboard.press('Enter')
  await expectOnTop(page, 'photo-1.png')

  await drop()
  await page.unroute(code)
  // The request that the first event sends is still pending at the second event, and fails after it.
  const failLate = async (route: Route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.abort('failed')
  }
  await page.route(code, failLate, { times: 1 })
  await page.evaluate(() => [1, 2].forEach(() => window.dispatchEvent(new Event('online'))))
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

test('drag, drop and paste events without data, as browser extensions send them, cause no error, and files dropped on a page without the deck, or behind a dialog, open nothing', async ({
  page,
}, info) => {
  const paths = await writePhotos(info)
  for (const path of ['/download', '/terms', '/']) {
    await openPage(page, path)
    await page.evaluate(() => {
      for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true }))
      document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true }))
    })
    if (path === '/download') continue // a file that is dropped there is checked
    if (path === '/') await openSignupDialogOnPage(page)
    expect(await isOpeningPrevented(page)).toBe(true)
    await dropFilesOnPage(page, paths)
    await page.waitForTimeout(300)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(locateOwnDeck(page)).toHaveCount(0)
})
