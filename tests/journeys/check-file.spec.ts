// Tests of "Check your file" on the download page. Nothing of the file may leave the page.
import { rm, writeFile } from 'node:fs/promises'
import type { FileChooser, Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { emulateComputer, WINDOWS } from './emulate-computer.ts'
import { asPickedFile, installers, mockSignedRelease, openCheck, otherInstallers } from './signed-release.ts'

const windows = installers['windows-x64']

function flip(bytes: Uint8Array): Uint8Array {
  const flipped = Uint8Array.from(bytes)
  flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1
  return flipped
}

async function openOnWindows(page: Page) {
  await emulateComputer(page, WINDOWS)
  const signer = await mockSignedRelease(page)
  const section = await openCheck(page)
  const pick = (file: { name: string; bytes: Uint8Array }) =>
    section.locator('input[type=file]').setInputFiles(asPickedFile(file))
  return { signer, section, pick }
}

test('in a narrow window, the link “signed” fits into the height that is reserved for version and date, so that it moves nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await openOnWindows(page)
  const link = page.getByRole('link', { name: 'signed', exact: true })
  await expect(link).toBeVisible()
  const [height, reserved] = await link.evaluate((element) => {
    const lines = element.closest<HTMLElement>('div.grid') ?? document.body
    return [lines.offsetHeight, Number.parseFloat(getComputedStyle(lines).minHeight)]
  })
  expect(height).toBeLessThanOrEqual(Math.ceil(reserved ?? 0))
})

test('the download page names the stamp of an intact, renamed, old, withdrawn, cut, changed and swapped file', async ({
  page,
}) => {
  const { signer, section, pick } = await openOnWindows(page)
  const stamp = section.locator('.check-stamp')
  await expect(page.getByRole('link', { name: 'signed', exact: true })).toHaveAttribute('href', '#check-file')
  await pick(windows)
  await expect(stamp).toHaveText('Genuine')
  await expect(section.getByRole('status')).toContainText(`${brand.name} 1.4.0 for Windows, exactly as we signed it.`)
  await expect(section).toContainText(`key ${signer.keyId}`)
  await expect(section).toContainText('Mar 5, 2026')
  await pick({ ...windows, name: 'holiday.jpg' })
  await expect(stamp).toHaveText('Genuine')
  await expect(section).toContainText(windows.name)
  await pick(otherInstallers.older)
  await expect(stamp).toHaveText('Older version')
  await expect(section).toContainText('Download version 1.4.0 above.')
  await pick(otherInstallers.withdrawn)
  await expect(stamp).toHaveText('Not offered')
  await pick(installers['macos-silicon'])
  await expect(stamp).toHaveText('Other computer')
  await pick({ name: windows.name, bytes: windows.bytes.subarray(0, 200_000) })
  await expect(stamp).toHaveText('Incomplete')
  await expect(section).toContainText('100 kB of that is missing')
  await pick({ ...windows, bytes: flip(windows.bytes) })
  await expect(stamp).toHaveText('Not ours')
  await expect(section).toContainText(brand.mailboxes.support)
})

for (const defect of ['unsigned', 'wrong signature', 'other key', 'other product'] as const) {
  test(`a release with the defect “${defect}” is not offered, and a file of it is not called genuine`, async ({
    page,
    announce,
  }) => {
    announce.trouble(/the release has no valid signature/)
    await emulateComputer(page, WINDOWS)
    await mockSignedRelease(page, defect)
    const section = await openCheck(page)
    await expect(page.getByText('Using latest available downloads')).toBeVisible()
    await expect(page.getByText('Version 1.4.0')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Download for Windows' })).toHaveAttribute(
      'href',
      /\/latest\/[^/]+-Setup-x64\.exe$/,
    )
    await section.locator('input[type=file]').setInputFiles(asPickedFile(windows))
    await expect(section.locator('.check-stamp')).toHaveText('Not checked')
    await expect(page.getByText(/^signed$/)).toHaveCount(0)
    await expect(section).not.toContainText('key ')
  })
}

test('an unsigned release of a site without a key gets no claim, and asks for neither the list nor the worker', async ({
  page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await emulateComputer(page, WINDOWS)
  const section = await openCheck(page)
  await section.locator('input[type=file]').setInputFiles(asPickedFile(windows))
  await expect(section.getByRole('status')).toContainText('This version isn’t signed')
  await section
    .locator('input[type=file]')
    .setInputFiles(asPickedFile({ name: 'vows.txt', bytes: Buffer.from('I do') }))
  await expect(section.getByRole('status')).toContainText('That’s something to read.')
  expect(requests.filter((url) => /releases\.json|hash-worker/.test(url))).toEqual([])
})

test('from the moment a file is picked the page makes no request, and checks it offline', async ({ page, context }) => {
  const { section, pick } = await openOnWindows(page)
  await expect.poll(() => page.workers().length).toBe(1)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  page.on('websocket', (socket) => sent.push(socket.url()))
  await pick(windows)
  await expect(section.locator('.check-stamp')).toHaveText('Genuine')
  await pick({ ...windows, bytes: flip(windows.bytes) })
  await expect(section.locator('.check-stamp')).toHaveText('Not ours')
  await page.waitForTimeout(500)
  expect(sent).toEqual([])
})

test('a file is checked offline also when the visitor had not opened the section before', async ({ page, context }) => {
  await emulateComputer(page, WINDOWS)
  await mockSignedRelease(page)
  await page.goto('/download')
  await expect.poll(() => page.workers().length).toBe(1)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.locator('#check-file summary').first().click()
  await page.locator('#check-file input[type=file]').setInputFiles(asPickedFile(windows))
  await expect(page.locator('#check-file .check-stamp')).toHaveText('Genuine')
})

test('a file picked while the check’s script cannot be loaded is named as not checked, and is checked at the next attempt', async ({
  page,
  announce,
}) => {
  announce.trouble(/net::ERR_FAILED/)
  announce.trouble(/\[download\] the check of files could not be loaded/)
  await emulateComputer(page, WINDOWS)
  await mockSignedRelease(page)
  const script = /\/assets\/check-panel-/
  await page.route(script, (route) => route.abort())
  await page.goto('/download')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const section = page.getByRole('region', { name: 'Check your file' })
  await section.locator('summary').first().click()
  const input = section.locator('input[type=file]')
  await input.setInputFiles(asPickedFile(windows))
  await expect(section.getByRole('alert')).toContainText(`${windows.name} wasn’t checked`)
  await page.unroute(script)
  await input.setInputFiles(asPickedFile(windows))
  await expect(section.locator('.check-stamp')).toHaveText('Genuine')
  await expect(section.getByRole('alert')).toHaveCount(0)
})

test('a file is dropped anywhere on the page, and the keyboard opens the file dialog', async ({ page }) => {
  // Registered early, because Playwright needs a moment to intercept the dialog.
  const opened: FileChooser[] = []
  page.on('filechooser', (chooser) => opened.push(chooser))
  const { section } = await openOnWindows(page)
  const prevented = await page.evaluate(
    (bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(bytes)], 'dropped.exe'))
      const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
      document.body.dispatchEvent(event)
      return event.defaultPrevented
    },
    [...windows.bytes],
  )
  expect(prevented).toBe(true)
  await expect(section.locator('.check-stamp')).toHaveText('Genuine')
  const button = section.getByRole('button', { name: 'Choose the file' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => opened.map((chooser) => chooser.isMultiple())).toEqual([false])
})

test('a file of several pieces shows its progress, can be cancelled, and is then checked from the start', async ({
  page,
}, testInfo) => {
  // Small, because without the optimising compilers (playwright.config.ts) the worker hashes some 0.3 MB a second. `npm run rehearse --
  // file-check` checks 1 GB.
  const bytes = Buffer.alloc(3_000_000, 'MZ an installer')
  const path = testInfo.outputPath('installer.exe')
  await writeFile(path, bytes)
  await emulateComputer(page, WINDOWS)
  await mockSignedRelease(page, undefined, bytes)
  const section = await openCheck(page)
  await page.evaluate(() => {
    new MutationObserver(() => {
      const seen = document.querySelector('.check-progress p')?.textContent
      if (seen) Reflect.set(window, 'seen', `${Reflect.get(window, 'seen') ?? ''}|${seen}`)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  const input = section.locator('input[type=file]')
  // Pressed in the page, because the file may be read before Playwright presses.
  await page.evaluate(() => {
    const presser = new MutationObserver(() => {
      const button = document.querySelector<HTMLElement>('.check-progress button')
      if (!button) return
      presser.disconnect()
      button.click()
    })
    presser.observe(document.body, { subtree: true, childList: true })
  })
  await input.setInputFiles(path)
  await expect(section.locator('.check-sheet')).toHaveCount(0)
  await page.waitForTimeout(1_000)
  await expect(section.locator('.check-stamp')).toHaveCount(0)
  await input.setInputFiles(path)
  await expect(section.locator('.check-stamp')).toHaveText('Genuine', { timeout: 30_000 })
  expect(await page.evaluate(() => String(Reflect.get(window, 'seen')))).toMatch(
    /\|[1-9]\d? % read, [\d.]+ [kM]B a second/,
  )
})

test('a file whose bytes cannot be read, and a worker that does not load, are answered with what to do', async ({
  page,
}, testInfo) => {
  const { section } = await openOnWindows(page)
  const path = testInfo.outputPath('gone.exe')
  await writeFile(path, windows.bytes)
  await page.evaluate(() => {
    // Holds the file back until it was deleted.
    const input = document.querySelector<HTMLInputElement>('#check-file input')
    addEventListener(
      'change',
      (event) => {
        const file = input?.files?.[0]
        event.stopImmediatePropagation()
        addEventListener('drop-held', () => {
          const data = new DataTransfer()
          if (file) data.items.add(file)
          document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
        })
      },
      { capture: true, once: true },
    )
  })
  await section.locator('input[type=file]').setInputFiles(path)
  await rm(path)
  await page.evaluate(() => dispatchEvent(new Event('drop-held')))
  await expect(section.getByRole('status')).toContainText('We couldn’t read the whole file.')

  await page.route(/hash-worker/, (route) => route.abort())
  await openCheck(page)
  await section.locator('input[type=file]').setInputFiles(asPickedFile(windows))
  await expect(section.getByRole('status')).toContainText('This browser didn’t start the check.')
})
