import { aVisitor } from '../support/a-visitor.ts'
import { expect, test } from '../support/journey.ts'
import { waitForMails } from '../support/mail-box.ts'
import { paid, returnFromPayment } from './payment.ts'
import { INSERT, toast } from './signup-dialog.ts'

test('a payment report whose insert failed with 500 is retried on the next visit to the download page', async ({
  page,
  backend,
  announce,
}) => {
  announce.trouble(/status of 500/)
  announce.trouble(/\[payment\] The early-access record was not saved/)
  const visitor = aVisitor()
  await page.route(INSERT, (route) => route.fulfill({ status: 500, json: { code: 'XX000', message: 'internal' } }))
  const sessionId = await returnFromPayment(page, paid(visitor))
  await expect(toast(page, 'Payment Successful!')).toBeVisible()
  await page.goto('/terms')
  await page.unroute(INSERT)
  const stored = page.waitForRequest(INSERT)
  await page.goto('/download')
  expect((await stored).postDataJSON()).toMatchObject({ email: visitor.email, is_paid: true, order_id: sessionId })
  await expect(page.locator('.toast')).toHaveCount(0)
  expect(await waitForMails(backend, visitor.email)).toHaveLength(1)
})
