import { expect, test } from '../support/journey.ts'
import { waitForMails } from '../support/mail-box.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { createPendingPaymentData, returnFromPayment } from './payment.ts'
import { locateToast, SIGNUP_REQUEST_PATTERN } from './signup-dialog.ts'

test('a payment report whose insert failed with 500 is retried on the next visit to the download page', async ({
  page,
  backend,
  announce,
}) => {
  announce.trouble(/status of 500/)
  announce.trouble(/\[payment\] The early-access record was not saved/)
  const visitor = createTestVisitor()
  await page.route(SIGNUP_REQUEST_PATTERN, (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'internal' } }),
  )
  const sessionId = await returnFromPayment(page, createPendingPaymentData(visitor))
  await expect(locateToast(page, 'Payment Successful!')).toBeVisible()
  await page.goto('/terms')
  await page.unroute(SIGNUP_REQUEST_PATTERN)
  const stored = page.waitForRequest(SIGNUP_REQUEST_PATTERN)
  await page.goto('/download')
  expect((await stored).postDataJSON()).toMatchObject({ email: visitor.email, is_paid: true, order_id: sessionId })
  await expect(page.locator('.toast')).toHaveCount(0)
  expect(await waitForMails(backend, visitor.email)).toHaveLength(1)
})
