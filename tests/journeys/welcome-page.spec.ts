import type { Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { clickAfterHydration } from './click-after-hydration.ts'
import { delayRequests } from './delay-requests.ts'
import { emulateComputer, WINDOWS } from './emulate-computer.ts'
import { createPendingPaymentData, returnFromPayment } from './payment.ts'
import { mockVersionFile } from './release-file.ts'
import { locateToast, SIGNUP_REQUEST_PATTERN } from './signup-dialog.ts'

test.use(WITH_MOTION)

const order = {
  name: 'Mara Lind',
  email: 'mara.lind.and.jonathan.berg@example.com',
  amount: 0,
  orderId: 'FREE-123456',
  date: 'Mar 5, 2025',
}

const FILES = ['Download for Windows', 'Download for Apple Silicon', 'Download for Intel Mac']
const STEPS = ['Download and install', 'Start curating', 'Share feedback']

const ONLY_IN_WELCOME = ['Registration Details', 'Send it to the one who was in the pictures with you']

/** Asserts the sections that the download page shows below its heading, in this order, both as the plain page and as the welcome page. */
async function expectRestOfPage(page: Page): Promise<void> {
  const main = page.getByRole('main')
  const headings = await main.getByRole('heading', { level: 2 }).allTextContents()
  expect(headings.filter((text) => !ONLY_IN_WELCOME.includes(text))).toEqual([
    'Latest version',
    'Not on Windows? Other files',
    'Getting started',
    'Questions about the download',
    'Check your file',
    'Need help?',
  ])
  await expect(main.getByText('Version 1.4.0')).toBeVisible()
  await expect(main.getByText('Released Mar 5, 2025')).toBeVisible()
  for (const name of FILES) await expect(main.getByRole('link', { name })).toBeVisible()
  await expect(main.getByRole('link', { name: /which chip does/i })).toBeVisible()
  await expect(page.locator('#getting-started li h3')).toHaveText(STEPS)
  await expect(page.locator('#download-faq summary')).toHaveCount(7)
  await expect(page.locator('#help').getByRole('link', { name: brand.mailboxes.support })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Return to Homepage' })).toBeVisible()
  const heights = await main.locator('section').evaluateAll((all) => all.map((it) => Math.round(it.clientHeight)))
  expect(Math.min(...heights)).toBeGreaterThan(60)
}

test('the welcome page shows a check mark, every registration detail and all content of the plain download page', {
  tag: ['@R1.6', '@R2.34', '@R2.35', '@R2.42', '@R2.43', '@R2.44'],
}, async ({ page }) => {
  await mockVersionFile(page)
  await emulateComputer(page, WINDOWS)
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
  await expect(head.getByText('Your registration is complete. All that’s left is the download.')).toBeVisible()
  const box = page.getByRole('region', { name: 'Registration Details' })
  await expect(box).toBeVisible()
  const rows = await box
    .locator('dl > div')
    .evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => (cell.checkVisibility() ? cell.textContent : 'hidden'))),
    )
  expect(rows).toEqual([
    ['Name', 'Mara Lind'],
    ['Email', order.email],
    ['Status', 'Free Access'],
    ['Date', 'Mar 5, 2025'],
  ])
  const breaks = await box.locator('wbr').evaluate((at) =>
    [at.previousSibling, at.nextSibling].map((half) => {
      const range = document.createRange()
      range.selectNodeContents(half ?? at)
      return range.getClientRects().length
    }),
  )
  expect(breaks, 'an address breaks before its @ only').toEqual([1, 1])
  await expectRestOfPage(page)
})

test('the welcome page invites to send the site to the other person in the pictures, and promises a refund only to a buyer', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Navigator.prototype.share = (data) => Promise.resolve(void (document.title = `shared ${data?.text} ${data?.url}`))
  })
  await openWelcomePage(page, order)
  await expect(page.getByText('Just ask, and we’ll refund you in full.')).toHaveCount(0)
  const box = page.getByRole('region', { name: 'Send it to the one who was in the pictures with you' })
  await box.getByRole('button', { name: 'Share the link' }).click()
  await expect(page).toHaveTitle(/^shared For all those photos of ours\. http[^ ]*\/$/)
})

test('a payment is processed once even when the visitor leaves the download page and returns during the request', {
  tag: '@R4.17',
}, async ({ page }) => {
  const asked = { rows: 0, mails: 0 }
  page.on('request', (request) => {
    if (request.method() !== 'POST') return
    if (request.url().includes('early_access_users')) asked.rows++
    if (request.url().includes('send-notifications')) asked.mails++
  })
  const { storing, email } = await leaveDuringPayment(page)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome to ${brand.name}!`)
  storing.release()
  await expect(locateToast(page, 'Payment Successful!')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Registration Details' })).toContainText(email)
  await page.reload()
  await expect(page.getByText('Version 1.4.0')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Registration Details' })).toContainText(email)
  await expect(page.locator('.toast')).toHaveCount(0)
  expect(asked).toEqual({ rows: 1, mails: 1 })
})

test('a payment that is stored while the visitor is on another page is shown on return', async ({ page }) => {
  const { storing, email } = await leaveDuringPayment(page)
  const mailed = page.waitForResponse('**/functions/v1/send-notifications')
  storing.release()
  await mailed
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Registration Details' })).toContainText(email)
})

/** Returns from a payment and goes to the home page before the payment is stored, which happens after `storing.release()`. */
async function leaveDuringPayment(page: Page) {
  const storing = await delayRequests(page, SIGNUP_REQUEST_PATTERN, (route) => route.fulfill({ status: 201, body: '' }))
  await page.route('**/functions/v1/send-notifications', (route) => route.fulfill({ json: { success: true } }))
  const visitor = createTestVisitor()
  await returnFromPayment(page, createPendingPaymentData(visitor))
  await storing.begun
  await clickAfterHydration(page.getByRole('banner').getByRole('link', { name: `${brand.name}, to the top` }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(brand.tagline)
  return { storing, email: visitor.email }
}

test('after a payment pink and purple confetti is rendered above the page', { tag: ['@R2.48', '@R4.18'] }, async ({
  page,
}) => {
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

/** Opens the welcome page with order details in the navigation state. */
async function openWelcomePage(page: Page, orderDetails: object): Promise<void> {
  await mockVersionFile(page)
  await page.goto('/download')
  await page.evaluate((details) => history.replaceState({ orderDetails: details }, ''), orderDetails)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Registration Details' })).toBeVisible()
}

test.describe('on a Windows computer', () => {
  test.use({ userAgent: WINDOWS, hasTouch: false, isMobile: false })

  test('the file for the computer is the largest button of the welcome page, is first and in the first view, above the registration details', {
    tag: '@wide',
  }, async ({ page }) => {
    await openWelcomePage(page, order)
    const own = page.getByRole('link', { name: 'Download for Windows' })
    await expect(own).toHaveClass(/bg-kept/)
    await page.getByText('86 MB · Windows 10 or later').first().waitFor()
    const boxes = await page
      .getByRole('main')
      .locator('.button')
      .filter({ visible: true })
      .evaluateAll((all) =>
        all.map((it) => {
          const { top, bottom, width, height } = it.getBoundingClientRect()
          return { text: it.textContent, bottom, top, area: width * height, isPrimary: it.matches('.bg-kept') }
        }),
      )
    const [first, ...others] = boxes
    expect(first?.text).toBe('Download for Windows')
    expect(first?.bottom).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
    expect(others.filter(({ area }) => area >= (first?.area ?? 0))).toEqual([])
    expect(others.filter(({ isPrimary }) => isPrimary)).toEqual([])
    const details = await page.getByRole('region', { name: 'Registration Details' }).boundingBox()
    expect(details?.y).toBeGreaterThan(first?.bottom ?? Infinity)
  })

  test('the registration details of a buyer have the rows of every registration, and the rest of the page does not say that the app is free', async ({
    page,
  }) => {
    await openWelcomePage(page, { ...order, amount: 49, orderId: 'cs_1' })
    const box = page.getByRole('region', { name: 'Registration Details' })
    await expect(box.locator('dt')).toHaveText(['Name', 'Email', 'Status', 'Date'])
    await expect(box.locator('dd')).toHaveText([order.name, order.email, 'Free Access', order.date])
    await expect(box).not.toContainText('49')
    await box.evaluate((element) => element.remove())
    await expect(page.getByText('And if it isn’t for you? Just ask, and we’ll refund you in full.')).toBeVisible()
    const text = await page.getByRole('main').evaluate((main) => main.textContent)
    expect(text).toContain('Nothing more.')
    expect(text).not.toMatch(/\bfree\b/i)
  })
})

test('the download page shows a green check mark after a payment and an amber notice about fallback links', {
  tag: ['@R2.34', '@R4.21'],
}, async ({ page, announce }) => {
  announce.trouble(/version\.json could not be used/)
  await mockVersionFile(page)
  await page.goto('/download?session_id=cs_1')
  const heading = page.getByRole('heading', { level: 1, name: `Welcome to ${brand.name}!` })
  const check = heading.locator('xpath=preceding-sibling::*').locator('svg')
  await expect(check).toBeVisible()
  const colour = await check.evaluate((icon) => getComputedStyle(icon).color)
  const [red = 0, green = 0, blue = 0] = rgbOf(colour)
  expect(green).toBeGreaterThan(Math.max(red, blue))

  await page.unrouteAll()
  await page.route('**/latest/version.json', (route) => route.fulfill({ body: 'no' }))
  await page.goto('/download')
  const notice = page.getByText('Using latest available downloads')
  await expect(notice).toBeVisible()
  const [r = 0, g = 0, b = 0] = rgbOf(await notice.evaluate((text) => getComputedStyle(text).color))
  expect(r).toBeGreaterThan(g)
  expect(g).toBeGreaterThan(b)
})

function rgbOf(colour: string): number[] {
  return [...colour.matchAll(/[\d.]+/g)].slice(0, 3).map(([part]) => Number(part))
}
