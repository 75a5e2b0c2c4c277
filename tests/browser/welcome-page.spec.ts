import type { Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { clickAfterHydration } from './click-after-hydration.ts'
import { delayRequests } from './delay-requests.ts'
import { mockVersionFile } from './release-file.ts'
import { locateToast, SIGNUP_REQUEST_PATTERN } from './signup-dialog.ts'

const order = { name: 'Mara Lind', email: 'mara@example.com', amount: 0, orderId: 'FREE-123456', date: '3/5/2025' }

const FILES = ['Download for Windows', 'Download for Apple Silicon', 'Download for Intel Mac']
const STEPS = ['Download and install', 'Start curating', 'Share feedback']

/** Asserts the sections that the download page shows below its heading, in this order, both as the plain page and as the welcome page. */
async function expectRestOfPage(page: Page): Promise<void> {
  const main = page.getByRole('main')
  const headings = await main.getByRole('heading', { level: 2 }).allTextContents()
  expect(headings.filter((text) => text !== 'Registration Details')).toEqual([
    'Latest version',
    'Getting started',
    'Questions about the download',
    'Need help?',
  ])
  await expect(main.getByText('Version 1.4.0')).toBeVisible()
  await expect(main.getByText('Released Mar 5, 2025')).toBeVisible()
  for (const name of FILES) await expect(main.getByRole('link', { name })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Which chip does my Mac have?' })).toBeVisible()
  await expect(page.locator('#mac-chip')).toBeVisible()
  await expect(page.locator('#getting-started li h3')).toHaveText(STEPS)
  await expect(page.locator('#download-faq summary')).toHaveCount(6)
  await expect(page.locator('#help').getByRole('link', { name: brand.mailboxes.support })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Return to Homepage' })).toBeVisible()
  const heights = await main.locator('section').evaluateAll((all) => all.map((it) => Math.round(it.clientHeight)))
  expect(Math.min(...heights)).toBeGreaterThan(100)
}

test('the welcome page shows a check mark, every registration detail and all content of the plain download page', {
  tag: '@wide',
}, async ({ page }) => {
  await mockVersionFile(page)
  await page.goto('/download')
  await expect(page.getByText('Registration Details')).toHaveCount(0)
  await expectRestOfPage(page)
  await page.evaluate((orderDetails) => history.replaceState({ orderDetails }, ''), order)
  await page.reload()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(`Welcome to ${brand.name}!`)
  const head = heading.locator('xpath=..')
  await expect(head.locator('svg').first()).toBeVisible()
  const check = await head.locator('svg').first().boundingBox()
  expect(check?.width).toBeGreaterThan(30)
  expect((check?.y ?? 0) + (check?.height ?? 0)).toBeLessThan((await heading.boundingBox())?.y ?? 0)
  await expect(head.getByText(/^Your registration is complete\. Choose the file for your computer/)).toBeVisible()
  const box = page.getByRole('region', { name: 'Registration Details' })
  await expect(box).toBeVisible()
  const rows = await box
    .locator('dl > div')
    .evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => (cell.checkVisibility() ? cell.textContent : 'hidden'))),
    )
  expect(rows).toEqual([
    ['Name', 'Mara Lind'],
    ['Email', 'mara@example.com'],
    ['Status', 'Free Access'],
    ['Date', '3/5/2025'],
  ])
  await expectRestOfPage(page)
})

test('a payment is processed once even when the visitor leaves the download page and returns during the request', async ({
  page,
}) => {
  await mockVersionFile(page)
  const asked = { rows: 0, mails: 0 }
  const storing = await delayRequests(page, SIGNUP_REQUEST_PATTERN, (route) => route.fulfill({ status: 201, body: '' }))
  page.on('request', (request) => {
    if (request.method() !== 'POST') return
    if (request.url().includes('early_access_users')) asked.rows++
    if (request.url().includes('send-notifications')) asked.mails++
  })
  await page.route('**/functions/v1/send-notifications', (route) => route.fulfill({ json: { success: true } }))
  await page.goto('/terms')
  await page.evaluate(() =>
    sessionStorage.setItem('pending-user-data', '{"name":"Mara Lind","email":"mara@example.com","amount":49}'),
  )
  await page.goto('/download?session_id=cs_once')
  await storing.begun
  await clickAfterHydration(page.getByRole('banner').getByRole('link', { name: `${brand.name}, to the top` }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(brand.tagline)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome to ${brand.name}!`)
  storing.release()
  await expect(locateToast(page, 'Payment Successful!')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Registration Details' })).toContainText('mara@example.com')
  await page.reload()
  await expect(page.getByText('Version 1.4.0')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Registration Details' })).toContainText('mara@example.com')
  await expect(page.locator('.toast')).toHaveCount(0)
  expect(asked).toEqual({ rows: 1, mails: 1 })
})

test('after a payment pink and purple confetti is rendered above the page', async ({ page }) => {
  await mockVersionFile(page)
  await page.route(SIGNUP_REQUEST_PATTERN, (route) => route.fulfill({ status: 201, body: '' }))
  await page.route('**/functions/v1/send-notifications', (route) => route.fulfill({ json: { success: true } }))
  await page.goto('/terms')
  await page.evaluate(() =>
    sessionStorage.setItem('pending-user-data', '{"name":"Mara Lind","email":"mara@example.com","amount":49}'),
  )
  await page.goto('/download?session_id=cs_confetti')
  const drawn = await page.waitForFunction(() => {
    const canvas = document.querySelector('canvas')
    if (!canvas || canvas.width === 0) return null
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })
    if (!copy) throw new Error('There is no canvas.')
    copy.drawImage(canvas, 0, 0)
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height)
    let ours = 0
    let others = 0
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0, cover = 0] = data.subarray(at, at + 4)
      if (cover < 200) continue
      if (green < red && green < blue) ours++
      else others++
    }
    const { width, height } = canvas.getBoundingClientRect()
    const coversWindow = width >= document.documentElement.clientWidth && height >= innerHeight
    return ours > 200 ? { others, coversWindow, layer: Number(getComputedStyle(canvas).zIndex) } : null
  })
  const { others, coversWindow, layer } = (await drawn.jsonValue()) ?? {}
  expect(others).toBe(0)
  expect(coversWindow).toBe(true)
  // Above 40, the z-index of the navigation bar, which is the topmost element of the page except for overlays.
  expect(layer).toBeGreaterThan(40)
})
