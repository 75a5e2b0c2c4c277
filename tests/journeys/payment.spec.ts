// Tests of the return from a payment.
import type { Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { waitForMails } from '../support/mail-box.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { openSignInDialog } from './account-dialog.ts'
import { delayRequests } from './delay-requests.ts'
import { clickAfterHydration } from './open-page.ts'
import { createPendingPaymentData, returnFromPayment } from './payment.ts'
import { mockVersionFile } from './release-file.ts'
import { locateToast, SIGNUP_REQUEST_PATTERN } from './signup-dialog.ts'
import { locateDetails } from './welcome-view.ts'

test.use(WITH_MOTION)

const WELCOME_TITLE = `Welcome to ${brand.name} - Download Now`
const NOTIFICATION = '**/functions/v1/send-notifications'

/** Records the times at which a canvas element (the confetti) is added and removed. Runs in the page. */
function recordCanvas() {
  const times: number[] = []
  new MutationObserver((changes) => {
    const nodes = changes.flatMap(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes])
    if (nodes.some((node) => node instanceof HTMLCanvasElement)) times.push(performance.now())
    Object.assign(window, { canvasTimes: times })
  }).observe(document, { childList: true, subtree: true })
}

/** Returns what the confetti covers, and how many of its pixels are not pink or purple, once 200 are; null before. Runs in the page. */
function lookAtConfetti() {
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
}

test('a reported payment is stored as unverified, triggers a welcome mail and shows pink and purple confetti above the page for four seconds', {
  tag: ['@R1.6', '@R2.48', '@R4.17', '@R4.18', '@R8.21'],
}, async ({ page, backend }) => {
  const visitor = createTestVisitor()
  await page.addInitScript(recordCanvas)
  const sessionId = await returnFromPayment(page, createPendingPaymentData(visitor))
  const confetti = page.locator('canvas')
  await expect(confetti).toHaveAttribute('aria-hidden', 'true')
  await expect(confetti).toHaveCSS('pointer-events', 'none')
  const { layer, ...seen } = (await (await page.waitForFunction(lookAtConfetti)).jsonValue()) ?? {}
  expect(seen).toEqual({ others: 0, coversWindow: true })
  // Above 40, the z-index of the navigation bar, which is the topmost element of the page except for overlays.
  expect(layer).toBeGreaterThan(40)
  await expect(locateToast(page, 'Payment Successful!')).toContainText(`Welcome to ${brand.name} Early Access!`)
  await expect(page).toHaveTitle(WELCOME_TITLE)
  for (const text of [visitor.name, visitor.email, 'Free Access']) await expect(locateDetails(page)).toContainText(text)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(confetti).toHaveCount(0)
  const stay = await page.evaluate(() => {
    const times: unknown = Object.getOwnPropertyDescriptor(window, 'canvasTimes')?.value
    return Array.isArray(times) ? times[1] - times[0] : null
  })
  expect(stay).toBeGreaterThan(3_900)
  expect(stay).toBeLessThan(10_000) // on a busy machine, the page may remove the confetti late, but never early

  expect(await page.evaluate(() => sessionStorage.getItem('pending-user-data'))).toBeNull()
  const rows = () => backend.secretClient().from('early_access_users').select().eq('email', visitor.email)
  expect((await rows()).data).toMatchObject([
    { ...visitor, is_paid: true, amount: 49, order_id: sessionId, payment_verified: false },
  ])
  await waitForMails(backend, visitor.email)
  await page.reload()
  await expect(locateDetails(page)).toContainText(visitor.email)
  await expect(page.getByText('Version 1.4.0')).toBeVisible()
  expect((await rows()).data).toHaveLength(1)
})

test('a buyer without a name, or with one that the sign-up would reject, is stored, flagged and welcomed', async ({
  context,
  backend,
}) => {
  for (const [name, shown, flag_reason] of [
    ['Müller & Söhne, MD', 'Müller & Söhne, MD', 'Name contains invalid characters; Email looks made up'],
    [undefined, 'Not given', 'Name is required; Email looks made up'],
  ] as const) {
    const page = await context.newPage() // a new tab has an empty session storage
    const email = `test.${createTestVisitor().email}`
    const sessionId = await returnFromPayment(page, { name, email, amount: 49 })
    await expect(locateToast(page, 'Payment Successful!')).toBeVisible()
    for (const text of [shown, email, 'Free Access']) await expect(locateDetails(page)).toContainText(text)
    const { data } = await backend.secretClient().from('early_access_users').select().eq('email', email)
    const row = {
      name: name ?? '',
      is_paid: true,
      amount: 49,
      order_id: sessionId,
      flag_reason,
      consent_form: 'payment',
    }
    expect(data).toMatchObject([row])
    expect((await waitForMails(backend, email)).map(({ subject }) => subject)).toEqual([
      `Your ${brand.name} Early Access`,
    ])
  }
})

test('a payment after a free sign-up, reported by two tabs at the same time, updates the row and sends one welcome mail for buyers', async ({
  page,
  context,
  backend,
}) => {
  const visitor = createTestVisitor()
  expect((await backend.client().from('early_access_users').insert(visitor)).error).toBeNull()
  await waitForMails(backend, visitor.email)
  const left = { ...createPendingPaymentData(visitor), name: 'Somebody Else' }
  const sessionId = `cs_${crypto.randomUUID()}`
  const other = await context.newPage()
  await Promise.all([page, other].map((tab) => returnFromPayment(tab, left, sessionId)))
  for (const tab of [page, other]) await expect(locateToast(tab, 'Payment Successful!')).toBeVisible()
  const { data } = await backend.secretClient().from('early_access_users').select().eq('email', visitor.email)
  const paid = { is_paid: true, amount: 49, order_id: sessionId, payment_verified: false, further_claims: [] }
  expect(data).toMatchObject([{ ...visitor, ...paid }])
  await expect
    .poll(async () => (await waitForMails(backend, visitor.email)).map(({ subject }) => subject))
    .toEqual([`Your ${brand.name} download`, `Your ${brand.name} Early Access`])
})

test('a payment is processed once and shown when the visitor leaves the download page during the request and returns before or after it', {
  tag: '@R4.17',
}, async ({ context }) => {
  for (const isStoredMeanwhile of [false, true]) {
    const page = await context.newPage()
    const asked = { rows: 0, mails: 0 }
    page.on('request', (request) => {
      if (request.method() !== 'POST') return
      if (request.url().includes('early_access_users')) asked.rows++
      if (request.url().includes('send-notifications')) asked.mails++
    })
    const storing = await delayRequests(page, SIGNUP_REQUEST_PATTERN, (route) => route.fulfill({ status: 201 }))
    await page.route(NOTIFICATION, (route) => route.fulfill({ json: { success: true } }))
    const { email, ...visitor } = createTestVisitor()
    await returnFromPayment(page, createPendingPaymentData({ email, ...visitor }))
    await storing.begun
    await clickAfterHydration(page.getByRole('banner').getByRole('link', { name: `${brand.name}, to the top` }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(brand.tagline)
    const mailed = page.waitForResponse(NOTIFICATION)
    if (isStoredMeanwhile) {
      storing.release()
      await mailed
    }
    await page.goBack()
    if (!isStoredMeanwhile) {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome to ${brand.name}!`)
      storing.release()
      await expect(locateToast(page, 'Payment Successful!')).toBeVisible()
    }
    await expect(locateDetails(page)).toContainText(email)
    await page.reload()
    await expect(page.getByText('Version 1.4.0')).toBeVisible()
    await expect(locateDetails(page)).toContainText(email)
    await expect(page.locator('.toast')).toHaveCount(0)
    expect(asked).toEqual({ rows: 1, mails: 1 })
  }
})

test('a payment stored while a dialog is open shows its order details once the dialog closes, and after a reload', async ({
  page,
}) => {
  const visitor = createTestVisitor()
  const keeping = await delayRequests(page, SIGNUP_REQUEST_PATTERN)
  await returnFromPayment(page, createPendingPaymentData(visitor))
  await keeping.begun
  const { dialog, button } = await openSignInDialog(page)
  keeping.release()
  await expect(locateToast(page, 'Payment Successful!')).toBeVisible()
  await button('Close').click()
  await expect(dialog).toBeHidden()
  await expect(locateDetails(page)).toContainText(visitor.email)
  await page.reload()
  await expect(locateDetails(page)).toContainText(visitor.email)
})

test('when the welcome mail or the payment itself cannot be stored, the console warns and the visitor is welcomed; the next visit to the download page stores the payment', {
  tag: ['@R8.18', '@R8.19'],
}, async ({ page, context, backend, announce }) => {
  announce.trouble(/status of 500/)
  announce.trouble(/status of 503/)
  announce.trouble(/\[payment\] The early-access record was not saved/)
  announce.trouble(/\[payment\] The welcome email could not be sent/)
  const unmailed = await context.newPage()
  await unmailed.route(NOTIFICATION, (route) => route.fulfill({ status: 503, json: { success: false, error: 'away' } }))
  await returnFromPayment(unmailed, createPendingPaymentData(createTestVisitor()))
  await expect(locateToast(unmailed, 'Payment Successful!')).toBeVisible()
  await expect(unmailed.locator('.toast')).toHaveCount(1)

  const visitor = createTestVisitor()
  const refused = { status: 500, json: { code: 'XX000', message: 'internal' } }
  await page.route(SIGNUP_REQUEST_PATTERN, (route) => route.fulfill(refused))
  const sessionId = await returnFromPayment(page, createPendingPaymentData(visitor))
  await expect(locateToast(page, 'Payment Successful!')).toBeVisible()
  await expect(locateDetails(page)).toBeVisible()
  await page.goto('/terms')
  await page.unroute(SIGNUP_REQUEST_PATTERN)
  const stored = page.waitForRequest(SIGNUP_REQUEST_PATTERN)
  await page.goto('/download')
  expect((await stored).postDataJSON()).toMatchObject({ email: visitor.email, is_paid: true, order_id: sessionId })
  await expect(page.locator('.toast')).toHaveCount(0)
  expect(await waitForMails(backend, visitor.email)).toHaveLength(1)
})

test('order details that cannot be read show “Payment processed” once, and the welcome page with a note; a buyer with an odd amount is stored', {
  tag: '@R8.20',
}, async ({ context, backend }) => {
  const buyer = createTestVisitor()
  for (const left of ['not JSON', '{}', { ...buyer, amount: -5 }, null]) {
    const page = await context.newPage()
    const sessionId = left === null ? await returnWithoutStorage(page) : await returnFromPayment(page, left)
    await expect(locateToast(page, 'Payment processed')).toContainText(
      'There was an issue retrieving your details, but your payment was successful.',
    )
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome to ${brand.name}!`)
    if (typeof left === 'string') await expectNoteOnly(page)
    if (left !== null) expect(await page.evaluate(() => sessionStorage.getItem('pending-user-data'))).toBeNull()
    const { data } = await backend.secretClient().from('early_access_users').select().eq('order_id', sessionId)
    expect(data).toMatchObject(typeof left === 'object' && left !== null ? [{ ...buyer, is_paid: false }] : [])
    await page.reload()
    await expect(page.getByText('Version 1.4.0')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome to ${brand.name}!`)
    await expect(page.locator('.toast')).toHaveCount(0)
    if (typeof left === 'string') await expectNoteOnly(page)
  }
})

async function expectNoteOnly(page: Page): Promise<void> {
  await expect(locateDetails(page)).toHaveCount(0)
  const note = page.getByText('If no welcome email comes, write to')
  await expect(note.getByRole('link', { name: brand.mailboxes.support })).toBeVisible()
}

/** Opens the page to which the payment provider returns a visitor whose browser blocks session storage. */
async function returnWithoutStorage(page: Page): Promise<string> {
  await mockVersionFile(page)
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  })
  await page.goto('/download?session_id=cs_unread')
  return 'cs_unread'
}

test('/download with a session id but no stored order details shows the welcome page with a green check mark, without registration details', {
  tag: ['@R2.34', '@R2.37', '@R2.46', '@R4.15'],
}, async ({ page }) => {
  await mockVersionFile(page)
  await page.goto('/download?session_id=cs_1')
  const heading = page.getByRole('heading', { level: 1, name: `Welcome to ${brand.name}!` })
  const check = heading.locator('xpath=preceding-sibling::*').locator('svg')
  await expect(check).toBeVisible()
  const colour = await check.evaluate((icon) => getComputedStyle(icon).color)
  const [red = 0, green = 0, blue = 0] = [...colour.matchAll(/[\d.]+/g)].map(Number)
  expect(green).toBeGreaterThan(Math.max(red, blue))
  await expect(page).toHaveTitle(WELCOME_TITLE)
  await expect(locateDetails(page)).toHaveCount(0)
  await expect(page.locator('.toast')).toHaveCount(0)
})
