import type { Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { waitForMails } from '../support/mail-box.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { openSignInDialog } from './account-dialog.ts'
import { delayRequests } from './delay-requests.ts'
import { createPendingPaymentData, returnFromPayment } from './payment.ts'
import { mockVersionFile } from './release-file.ts'
import { locateToast, SIGNUP_REQUEST_PATTERN } from './signup-dialog.ts'

test.use(WITH_MOTION)

const WELCOME_TITLE = `Welcome to ${brand.name} - Download Now`
const order = { name: 'Mara Lind', email: 'mara@example.com', amount: 0, orderId: 'FREE-123456', date: 'Mar 5, 2025' }

/** Records the times at which a canvas element (the confetti) is added and removed. Runs in the page. */
function recordCanvas() {
  const times: number[] = []
  new MutationObserver((changes) => {
    const nodes = changes.flatMap(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes])
    if (nodes.some((node) => node instanceof HTMLCanvasElement)) times.push(performance.now())
    Object.assign(window, { canvasTimes: times })
  }).observe(document, { childList: true, subtree: true })
}

function details(page: Page) {
  return page.getByRole('region', { name: 'Registration Details' })
}

test('/download with order details in history.state shows the welcome page, also after a reload and a section link', {
  tag: ['@R2.34', '@R2.35', '@R2.36', '@R2.46', '@R4.14'],
}, async ({ page }) => {
  await mockVersionFile(page)
  await page.goto('/download')
  await page.evaluate((orderDetails) => history.replaceState({ orderDetails }, ''), order)
  for (let i = 0; i < 2; i++) {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome to ${brand.name}!`)
    await expect(page).toHaveTitle(WELCOME_TITLE)
    await expect(page.getByText('Your registration is complete.')).toBeVisible()
    for (const text of ['Mara Lind', 'mara@example.com', 'Free Access', 'Mar 5, 2025']) {
      await expect(details(page)).toContainText(text)
    }
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  }
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await page.locator('a[href^="#"]:not(.skip-link)').filter({ visible: true }).first().click()
  await expect(page).toHaveURL(/\/download#/)
  for (let i = 0; i < 2; i++) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome to ${brand.name}!`)
    await expect(details(page)).toContainText('mara@example.com')
    await page.reload()
  }
})

test('/download with invalid order details in history.state shows the plain download page', { tag: '@R4.14' }, async ({
  page,
}) => {
  await mockVersionFile(page)
  await page.goto('/download')
  for (const odd of [{ orderDetails: { name: 7 } }, { orderDetails: 'x' }, 'x', 7]) {
    await page.evaluate((state) => history.replaceState(state, ''), odd)
    await page.reload()
    await expect(page.getByText('Version 1.4.0')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Download ${brand.name}`)
  }
})

test('a reported payment is stored as unverified, triggers a welcome mail and shows confetti for four seconds', {
  tag: ['@R1.6', '@R2.48', '@R4.17', '@R4.18', '@R8.21'],
}, async ({ page, backend }) => {
  const visitor = createTestVisitor()
  await page.addInitScript(recordCanvas)
  const sessionId = await returnFromPayment(page, createPendingPaymentData(visitor))
  await expect(locateToast(page, 'Payment Successful!')).toContainText(`Welcome to ${brand.name} Early Access!`)
  await expect(page).toHaveTitle(WELCOME_TITLE)
  for (const text of [visitor.name, visitor.email, 'Free Access']) await expect(details(page)).toContainText(text)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')

  const confetti = page.locator('canvas')
  await expect(confetti).toHaveAttribute('aria-hidden', 'true')
  await expect(confetti).toHaveCSS('pointer-events', 'none')
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
  await expect(details(page)).toContainText(visitor.email)
  await expect(page.getByText('Version 1.4.0')).toBeVisible()
  expect((await rows()).data).toHaveLength(1)
})

test('a payment with a name that sign-up validation would reject is stored, flagged and gets a welcome mail', async ({
  page,
  backend,
}) => {
  const name = 'Müller & Söhne, MD'
  const email = `test.${createTestVisitor().email}`
  const sessionId = await returnFromPayment(page, createPendingPaymentData({ name, email }))
  await expect(locateToast(page, 'Payment Successful!')).toBeVisible()
  for (const text of [name, email, 'Free Access']) await expect(details(page)).toContainText(text)
  const rows = () => backend.secretClient().from('early_access_users').select().eq('email', email)
  const flag_reason = 'Name contains invalid characters; Email looks made up'
  const row = { name, email, is_paid: true, amount: 49, order_id: sessionId, flag_reason, consent_form: 'payment' }
  expect((await rows()).data).toMatchObject([row])
  expect((await waitForMails(backend, email)).map(({ subject }) => subject)).toEqual([
    `Your ${brand.name} Early Access`,
  ])
  await page.reload()
  await expect(details(page)).toContainText(name)
  expect((await rows()).data).toHaveLength(1)
})

test('a payment whose pending data has no name is stored, flagged and welcomed', async ({ page, backend }) => {
  const { email } = createTestVisitor()
  const sessionId = await returnFromPayment(page, { email, amount: 49 })
  await expect(locateToast(page, 'Payment Successful!')).toBeVisible()
  for (const text of ['Not given', email, 'Free Access']) await expect(details(page)).toContainText(text)
  const rows = await backend.secretClient().from('early_access_users').select().eq('email', email)
  expect(rows.data).toMatchObject([{ name: '', amount: 49, order_id: sessionId, flag_reason: 'Name is required' }])
  expect(await waitForMails(backend, email)).toHaveLength(1)
})

test('a payment after a free sign-up updates the existing row and sends the welcome mail for buyers', async ({
  page,
  backend,
}) => {
  const visitor = createTestVisitor()
  expect((await backend.client().from('early_access_users').insert(visitor)).error).toBeNull()
  await waitForMails(backend, visitor.email)
  const sessionId = await returnFromPayment(page, { ...createPendingPaymentData(visitor), name: 'Somebody Else' })
  await expect(locateToast(page, 'Payment Successful!')).toBeVisible()
  const { data } = await backend.secretClient().from('early_access_users').select().eq('email', visitor.email)
  expect(data).toMatchObject([{ ...visitor, is_paid: true, amount: 49, order_id: sessionId, payment_verified: false }])
  await expect
    .poll(async () => (await waitForMails(backend, visitor.email)).map(({ subject }) => subject))
    .toEqual([`Your ${brand.name} download`, `Your ${brand.name} Early Access`])
})

test('a payment reported by two tabs at the same time stores one row and sends one welcome mail', async ({
  page,
  context,
  backend,
}) => {
  const visitor = createTestVisitor()
  const sessionId = `cs_${crypto.randomUUID()}`
  const other = await context.newPage()
  await Promise.all([page, other].map((tab) => returnFromPayment(tab, createPendingPaymentData(visitor), sessionId)))
  for (const tab of [page, other]) await expect(locateToast(tab, 'Payment Successful!')).toBeVisible()
  const { data } = await backend.secretClient().from('early_access_users').select().eq('email', visitor.email)
  expect(data).toMatchObject([{ ...visitor, order_id: sessionId, further_claims: [], flag_reason: null }])
  expect(await waitForMails(backend, visitor.email)).toHaveLength(1)
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('with reduced motion no confetti is rendered after a payment', async ({ page }) => {
    await returnFromPayment(page, createPendingPaymentData(createTestVisitor()))
    await expect(locateToast(page, 'Payment Successful!')).toBeVisible()
    await page.waitForTimeout(500)
    await expect(page.locator('canvas')).toHaveCount(0)
  })
})

test('/download with a session id but no stored order details shows the welcome page without registration details', {
  tag: ['@R2.37', '@R2.46', '@R4.15'],
}, async ({ page }) => {
  await mockVersionFile(page)
  await page.goto('/download?session_id=cs_1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome to ${brand.name}!`)
  await expect(page).toHaveTitle(WELCOME_TITLE)
  await expect(details(page)).toHaveCount(0)
  await expect(page.locator('.toast')).toHaveCount(0)
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
  await expect(details(page)).toContainText(visitor.email)
  await page.reload()
  await expect(details(page)).toContainText(visitor.email)
})
