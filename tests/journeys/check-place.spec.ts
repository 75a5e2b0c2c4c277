// Tests of where the download page offers "Check your file": in the note after a download, at its anchor, and nowhere on a phone.
import { expect, test } from '../support/journey.ts'
import { emulateComputer, LINUX, PHONE, WINDOWS } from './emulate-computer.ts'
import { mockVersionFile } from './release-file.ts'
import { asPickedFile, installers, mockSignedRelease } from './signed-release.ts'

const windows = installers['windows-x64']

test('after a download, the check opens in the note about it; a photo is told from an installer, the section takes the check back, and the question about the files leads to it, opened', async ({
  page,
  context,
}) => {
  const headers = { 'content-disposition': 'attachment' }
  await context.route('**/latest/*.{exe,dmg}', (route) => route.fulfill({ body: 'file', headers }))
  await emulateComputer(page, WINDOWS)
  await mockSignedRelease(page)
  await page.goto('/download')
  await expect(page.getByText('Version 1.4.0')).toBeVisible()
  const section = page.getByRole('region', { name: 'Check your file' })
  await expect(section.getByRole('button')).toBeHidden()
  await page.getByRole('link', { name: 'Download for Windows' }).click()
  const note = page.locator('details', { hasText: 'Want to be sure it’s really ours?' })
  await note.locator('summary').first().click()
  await expect(page.locator('#check-file input[type=file]')).toHaveCount(0)
  await note
    .locator('input[type=file]')
    .setInputFiles(asPickedFile({ name: 'IMG_2041.jpg', bytes: Buffer.from('yes') }))
  await expect(note.locator('.check-stamp')).toHaveText('Not ours')
  await expect(note).toContainText('That’s a photo. A nice one, but not our installer.')
  await expect(note).not.toContainText('Don’t open it')
  await note.locator('input[type=file]').setInputFiles(asPickedFile(windows))
  await expect(note.locator('.check-stamp')).toHaveText('Genuine')

  await section.locator('summary').first().click()
  await expect(section.getByRole('button', { name: 'Choose the file' })).toBeVisible()
  await expect(note.locator('input[type=file]')).toHaveCount(0)
  await expect(note).not.toHaveAttribute('open')

  await section.locator('summary').first().click()
  await page.getByText('How do I know the file is really yours?').click()
  await page.locator('#download-faq').getByRole('link', { name: 'Check your file' }).click()
  await expect(section.getByRole('button', { name: 'Choose the file' })).toBeInViewport()
})

test('on a phone and on Linux, which have no installer to check, the page has no check and does not load its script', async ({
  page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await mockVersionFile(page)
  for (const agent of [PHONE, LINUX]) {
    await emulateComputer(page, agent)
    await page.goto('about:blank')
    await page.goto('/download#check-file')
    await expect(page.getByText('Version 1.4.0')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.locator('#check-file')).toBeHidden()
    await expect(page.getByText('How do I know the file is really yours?')).toBeHidden()
    expect(requests.filter((url) => url.includes('check-panel'))).toEqual([])
  }
})
