import type { Page } from '@playwright/test'
import { brand, downloadFilePrefix } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { delayRequests } from './delay-requests.ts'
import { emulateComputer, MAC, UNKNOWN, WINDOWS } from './emulate-computer.ts'
import { WHOLLY } from './page-checks.ts'
import { mockVersionFile, sampleVersionFile, VERSION_FILE_PATTERN } from './release-file.ts'

/** The files of the release, and those that are built in, by the ends of the texts of their links. */
const FILES = {
  Windows: `${downloadFilePrefix}-1.4.0-x64.exe`,
  'Apple Silicon': `${downloadFilePrefix}-1.4.0-arm64.dmg`,
  'Intel Mac': `${downloadFilePrefix}-1.4.0-intel.dmg`,
}
const FALLBACKS = {
  Windows: `${downloadFilePrefix}-Setup-x64.exe`,
  'Apple Silicon': `${downloadFilePrefix}-arm64.dmg`,
  'Intel Mac': `${downloadFilePrefix}-intel.dmg`,
}

async function expectLinks(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, file] of Object.entries(files)) {
    const link = page.getByRole('link', { name: `Download for ${name}` })
    await expect(link).toHaveAttribute('href', new RegExp(`/downloads/latest/${file}$`))
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
  }
}

test('the download page shows placeholders and fallback links while version.json is loading, then the latest version and three files that open in a new tab', {
  tag: ['@R2.2', '@R2.38', '@R2.39', '@R2.40', '@R2.47', '@R4.19', '@R4.20', '@R6.6', '@R7.8', '@R7.9', '@R9.13'],
}, async ({ page }) => {
  const loading = await delayRequests(page, VERSION_FILE_PATTERN, (route) => route.fulfill({ json: sampleVersionFile }))
  await emulateComputer(page, UNKNOWN)
  await page.goto('/download')
  await expect(page.locator('[data-skeleton]')).toBeVisible()
  const grounds = await page
    .locator('[data-skeleton] .animate-pulse')
    .evaluateAll((all) => all.map((bar) => [getComputedStyle(bar).backgroundColor, bar.clientWidth > 60]))
  expect(grounds).toEqual(Array(2).fill(['rgb(228, 214, 203)', true]))
  const card = await page.getByRole('region', { name: 'Latest version' }).boundingBox()
  expect((card?.x ?? 0) + (card?.width ?? 0), 'it keeps to the window').toBeLessThan(page.viewportSize()?.width ?? 0)
  await expectLinks(page, FALLBACKS)

  loading.release()
  await expect(page.getByText('Version 1.4.0')).toBeVisible()
  await expect(page.locator('[data-skeleton]')).toBeHidden()
  await expect(page).toHaveTitle(`Download ${brand.name} - Photo Organization App`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Download ${brand.name}`)
  await expect(page.getByText('Released Mar 5, 2025')).toBeVisible()
  await expectLinks(page, FILES)
  for (const [name, ...facts] of [
    ['Windows', 'Intel or AMD processor (x64)', '.exe · 86 MB · Windows 10 or later'],
    ['Mac with Intel', 'Intel processor', '.dmg · 91 MB'],
    ['Mac with Apple Silicon', 'M1 or later', '.dmg · 88 MB'],
  ] as const) {
    const entry = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
    for (const fact of facts) await expect(entry).toContainText(fact)
    await expect(entry).toHaveCSS('font-size', '17px')
  }
  await expect(page.locator('meta[name=robots]')).not.toHaveAttribute('content', /noindex/)
})

test('the download page shows getting-started steps, Mac chip help, the support address, at most one open question and a link to the home page', {
  tag: ['@R2.41', '@R2.42', '@R2.43', '@R2.44', '@R2.45', '@R9.16'],
}, async ({ page }) => {
  await mockVersionFile(page)
  await emulateComputer(page, MAC)
  await page.goto('/download')
  for (const step of ['Download and install', 'Start curating', 'Share feedback']) {
    await expect(page.getByRole('heading', { name: step })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Which chip does my Mac have?' }).click()
  await expect(page.locator('#mac-chip')).toBeInViewport()
  await expect(page.locator('#mac-chip')).toContainText('About This Mac')
  await expect(page.locator('#help').getByRole('link', { name: brand.mailboxes.support })).toHaveAttribute(
    'href',
    `mailto:${brand.mailboxes.support}`,
  )
  const questions = page.locator('#download-faq details')
  const open = page.locator('#download-faq details[open]')
  await expect(open).toHaveCount(0)
  await questions.nth(0).locator('summary').click()
  await questions.nth(3).locator('summary').click()
  await expect(open).toHaveCount(1)
  await expect(questions.nth(3)).toHaveAttribute('open')
  await questions.nth(3).locator('summary').press('Enter')
  await expect(open).toHaveCount(0)
  await page.getByRole('link', { name: 'Return to Homepage' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('a version.json that is not valid, or has an untrusted link, no link or no date, is replaced by an amber notice, the fallback links and “Recently”, each where it is missing only', {
  tag: ['@R2.39', '@R4.21', '@R7.10', '@R8.17', '@R8.23'],
}, async ({ page, announce }) => {
  for (const pattern of [/version\.json could not be used/, /status of 404/]) announce.trouble(pattern)
  await emulateComputer(page, UNKNOWN)
  const notice = page.getByText('Using latest available downloads')
  for (const answer of [
    { status: 404, body: 'no' },
    { status: 200, body: '<!doctype html>' },
  ]) {
    await page.route(VERSION_FILE_PATTERN, (route) => route.fulfill(answer))
    await page.goto('/download')
    await expect(notice).toBeVisible()
    await expectLinks(page, FALLBACKS)
  }
  const colour = await notice.evaluate((text) => getComputedStyle(text).color)
  const [red = 0, green = 0, blue = 0] = [...colour.matchAll(/[\d.]+/g)].map(([part]) => Number(part))
  expect(red).toBeGreaterThan(green)
  expect(green).toBeGreaterThan(blue)

  const { releaseDate: _, ...undated } = sampleVersionFile
  await mockVersionFile(page, undated)
  await page.goto('/download')
  await expect(page.getByText('Released Recently')).toBeVisible()
  await expect(page.getByText('Version 1.4.0')).toBeVisible()
  await expect(notice).toBeHidden()
  await expectLinks(page, FILES)

  const downloads = { 'macos-intel': 'https://evil.example/x.dmg', 'macos-silicon': FILES['Apple Silicon'] }
  await mockVersionFile(page, { ...sampleVersionFile, downloads })
  await page.goto('/download')
  await expect(page.getByText('Version 1.4.0')).toBeVisible()
  await expect(notice).toBeVisible()
  await expectLinks(page, { ...FALLBACKS, 'Apple Silicon': FILES['Apple Silicon'] })
})

test('pressing a download link shows a direct link, what the system shows at the first start, the installation steps and the SHA-256 checksum; release notes are folded', async ({
  page,
  context,
}) => {
  const headers = { 'content-disposition': 'attachment' }
  await context.route('**/latest/*.{exe,dmg}', (route) => route.fulfill({ body: 'file', headers }))
  await mockVersionFile(page)
  await emulateComputer(page, WINDOWS)
  await page.goto('/download')
  await expect(page.getByText('Version 1.4.0')).toBeVisible()
  await page.getByRole('link', { name: 'Download for Windows' }).click()
  await expect(page.getByText('Your download should have started.')).toBeInViewport(WHOLLY)
  await expect(page.getByRole('link', { name: 'Direct link' })).toHaveAttribute(
    'href',
    new RegExp(`${downloadFilePrefix}-1\\.4\\.0-x64\\.exe$`),
  )
  await expect(page.getByText('You may see: “Windows protected your PC”')).toBeVisible()
  await expect(page.getByText('press More info')).toBeVisible()
  await expect(page.getByText('You may see: Smart App Control has blocked the app.')).toBeVisible()
  await expect(page.getByText('a1'.repeat(32))).toBeHidden()
  await page.getByText('SHA-256 checksum').click()
  await expect(page.getByText('a1'.repeat(32))).toBeVisible()

  await page.getByRole('link', { name: 'Download for Apple Silicon' }).click()
  await expect(page.getByText(`“${brand.name}” Not Opened.`)).toBeVisible()
  await expect(page.getByText('Press Open Anyway')).toBeVisible()
  await expect(page.getByText('hold Control, click')).toBeVisible()

  await test.step('release notes are collapsed and keep line breaks', async () => {
    const fold = page.getByText(`What’s new in ${sampleVersionFile.version}`)
    const notes = page.getByText('Opens RAW files.')
    await expect(fold, 'a release without notes').toHaveCount(0)
    await mockVersionFile(page, { ...sampleVersionFile, notes: 'Faster with large folders.\nOpens RAW files.' })
    await page.reload()
    await expect(notes).toBeHidden()
    await fold.click()
    await expect(notes).toBeVisible()
    expect(await notes.evaluate((element: HTMLElement) => element.innerText)).toBe(
      'Faster with large folders.\nOpens RAW files.',
    )
  })
})

test('a sample release is called one, instead of by a version and the sizes of placeholders', async ({ page }) => {
  const size = { 'windows-x64': 196, 'macos-intel': 192, 'macos-silicon': 192 }
  await mockVersionFile(page, { ...sampleVersionFile, version: '0.0.0 (sample)', size })
  await page.goto('/download')
  await expect(page.getByText('Sample release', { exact: true })).toBeVisible()
  await expect(page.getByText(/0\.0\.0|\d bytes/)).toHaveCount(0)
})
