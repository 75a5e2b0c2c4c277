import type { Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { waitForMails } from '../support/mail-box.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { createPendingPaymentData, returnFromPayment } from './payment.ts'
import { mockVersionFile } from './release-file.ts'
import { locateToast, SIGNUP_REQUEST_PATTERN } from './signup-dialog.ts'

function details(page: Page) {
  return page.getByRole('region', { name: 'Registration Details' })
}

test('when storing a payment report fails with 500, the console warns and the welcome page is still shown', {
  tag: '@R8.18',
}, async ({ page, announce }) => {
  announce.trouble(/status of 500/)
  announce.trouble(/\[payment\] The early-access record was not saved/)
  await page.route(SIGNUP_REQUEST_PATTERN, (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'internal' } }),
  )
  await page.route('**/functions/v1/send-notifications', (route) => route.fulfill({ json: { success: true } }))
  await returnFromPayment(page, createPendingPaymentData(createTestVisitor()))
  await expect(locateToast(page, 'Payment Successful!')).toBeVisible()
  await expect(details(page)).toBeVisible()
})

test('when sending the welcome mail of a payment fails, the console warns and the success toast is still shown', {
  tag: '@R8.19',
}, async ({ page, announce }) => {
  announce.trouble(/status of 503/)
  announce.trouble(/\[payment\] The welcome email could not be sent/)
  await page.route('**/functions/v1/send-notifications', (route) =>
    route.fulfill({ status: 503, json: { success: false, error: 'away' } }),
  )
  await returnFromPayment(page, createPendingPaymentData(createTestVisitor()))
  await expect(locateToast(page, 'Payment Successful!')).toBeVisible()
  await expect(page.locator('.toast')).toHaveCount(1)
})

test('a payment with another amount in session storage is stored with its order id', async ({ context, backend }) => {
  for (const [amount, title] of [
    [0, 'Payment Successful!'],
    [-5, 'Payment processed'],
    ['49', 'Payment Successful!'],
  ] as const) {
    const page = await context.newPage() // a new tab has an empty session storage
    const visitor = createTestVisitor()
    const sessionId = await returnFromPayment(page, { ...visitor, amount })
    await expect(locateToast(page, title)).toBeVisible()
    const { data } = await backend.secretClient().from('early_access_users').select().eq('order_id', sessionId)
    expect(data).toMatchObject([{ ...visitor, is_paid: amount === '49' }])
    await waitForMails(backend, visitor.email)
    await page.reload()
    await expect(page.getByText('Version 1.4.0')).toBeVisible()
    await expect(page.locator('.toast')).toHaveCount(0)
  }
})

test('invalid order details in session storage show “Payment processed” once, and the welcome page with a note', {
  tag: '@R8.20',
}, async ({ context }) => {
  for (const left of ['not JSON', '{}']) {
    const page = await context.newPage()
    await returnFromPayment(page, left)
    await expect(locateToast(page, 'Payment processed')).toContainText(
      'There was an issue retrieving your details, but your payment was successful.',
    )
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome to ${brand.name}!`)
    await expect(details(page)).toHaveCount(0)
    const note = page
      .getByText('If no welcome email comes, write to')
      .getByRole('link', { name: brand.mailboxes.support })
    await expect(note).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('pending-user-data'))).toBeNull()
    await page.reload()
    await expect(page.getByText('Version 1.4.0')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome to ${brand.name}!`)
    await expect(page.locator('.toast')).toHaveCount(0)
    await expect(note).toBeVisible()
  }
})

test('when session storage is unavailable, “Payment processed” is shown once and not after a reload', async ({
  page,
}) => {
  await mockVersionFile(page)
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  })
  await page.goto('/download?session_id=cs_1')
  await expect(locateToast(page, 'Payment processed')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Version 1.4.0')).toBeVisible()
  await expect(page.locator('.toast')).toHaveCount(0)
})
