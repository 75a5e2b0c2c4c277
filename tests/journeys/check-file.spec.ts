// Tests of "Check your file" on the download page. Nothing of the file may leave the page.
import { rm, writeFile } from 'node:fs/promises'
import type { FileChooser } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { emulateComputer, WINDOWS } from './emulate-computer.ts'
import { openPage } from './open-page.ts'
import {
  asPickedFile,
  installers,
  mockSignedRelease,
  openCheck,
  openCheckOnPage,
  otherInstallers,
} from './signed-release.ts'

const windows = installers['windows-x64']

function flip(bytes: Uint8Array): Uint8Array {
  const flipped = Uint8Array.from(bytes)
  flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1
  return flipped
}

test('offline from before the section is opened, a picked, dropped, renamed, old, cut or changed file is named, without a request; the link “signed” moves nothing', async ({
  page,
  context,
}) => {
  // Registered early, because Playwright needs a moment to intercept the dialog.
  const opened: FileChooser[] = []
  page.on('filechooser', (chooser) => opened.push(chooser))
  await emulateComputer(page, WINDOWS)
  const signer = await mockSignedRelease(page)
  await page.goto('/download')
  const link = page.getByRole('link', { name: 'signed', exact: true })
  await expect(link).toHaveAttribute('href', '#check-file')
  const [height, reserved] = await link.evaluate((element) => {
    const lines = element.closest<HTMLElement>('div.grid') ?? document.body
    return [lines.offsetHeight, Number.parseFloat(getComputedStyle(lines).minHeight)]
  })
  expect(height, 'version and date fit into their place').toBeLessThanOrEqual(Math.ceil(reserved ?? 0))
  await expect.poll(() => page.workers().length).toBe(1)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  page.on('websocket', (socket) => sent.push(socket.url()))
  const section = await openCheckOnPage(page)
  const expectAnswer = async (file: { name: string; bytes: Uint8Array }, stamp: string, ...texts: string[]) => {
    await section.locator('input[type=file]').setInputFiles(asPickedFile(file))
    await expect(section.locator('.check-stamp')).toHaveText(stamp)
    for (const text of texts) await expect(section).toContainText(text)
  }
  const praise = `${brand.name} 1.4.0 for Windows, exactly as we signed it.`
  await expectAnswer(windows, 'Genuine', praise, `key ${signer.keyId}`, 'Mar 5, 2026')
  await expect(section.getByRole('status')).toContainText(praise)
  await expectAnswer(otherInstallers.older, 'Older version', 'Download version 1.4.0 above.')
  await expectAnswer({ ...windows, name: 'holiday.jpg' }, 'Genuine', windows.name)
  const cut = { name: windows.name, bytes: windows.bytes.subarray(0, 200_000) }
  await expectAnswer(cut, 'Incomplete', '100 kB of that is missing')
  await expectAnswer({ ...windows, bytes: flip(windows.bytes) }, 'Not ours', brand.mailboxes.support)

  await test.step('a file is dropped anywhere on the page, and the keyboard opens the file dialog', async () => {
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
    await section.getByRole('button', { name: 'Choose the file' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => opened.map((chooser) => chooser.isMultiple())).toEqual([false])
  })
  expect(sent).toEqual([])
})

test('a release with a wrong signature is not offered, and a file of it is not called genuine', async ({
  page,
  announce,
}) => {
  announce.trouble(/the release has no valid signature/)
  await emulateComputer(page, WINDOWS)
  await mockSignedRelease(page, 'wrong signature')
  const section = await openCheck(page)
  await expect(page.getByText('Using latest available downloads')).toBeVisible()
  await expect(page.getByText('Version 1.4.0')).toHaveCount(0)
  const file = page.getByRole('link', { name: 'Download for Windows' })
  await expect(file).toHaveAttribute('href', /\/latest\/[^/]+-Setup-x64\.exe$/)
  await section.locator('input[type=file]').setInputFiles(asPickedFile(windows))
  await expect(section.locator('.check-stamp')).toHaveText('Not checked')
  await expect(page.getByText(/^signed$/)).toHaveCount(0)
  await expect(section).not.toContainText('key ')
})

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
  await openPage(page, '/download')
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
  await emulateComputer(page, WINDOWS)
  await mockSignedRelease(page)
  const section = await openCheck(page)
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
