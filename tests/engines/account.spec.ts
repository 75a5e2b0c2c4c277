// Journeys of members and buyers.
import { waitForAuthMail } from '../journeys/account-dialog.ts'
import { createPendingPaymentData } from '../journeys/payment.ts'
import { brand } from '../support/brand.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { expect, test } from './engine-test.ts'

test('an account is created, confirmed by a mailed code, signed out of and signed in to', async ({
  visitor,
  backend,
}) => {
  const { name, email } = createTestVisitor()
  const password = `${crypto.randomUUID()} and more`
  await visitor.opens('/terms')
  await visitor.clicks('text=Sign in')
  await visitor.clicks('text=Create account')
  for (const [label, text] of Object.entries({ 'Full Name': name, 'Email Address': email, Password: password }))
    await visitor.fills(label, text)
  await visitor.clicks('[type=submit]')
  await visitor.sees('Check your email')
  await visitor.fills('Six-digit code', (await waitForAuthMail(backend, email)).code)
  await visitor.clicks('[type=submit]')
  await visitor.sees('You’re signed in')
  await visitor.clicks(`[aria-label="Account: ${name}"]`)
  await visitor.clicks('text=Sign out')
  await visitor.sees('You’re signed out')
  await visitor.clicks('text=Sign in')
  await visitor.fills('Email Address', email)
  await visitor.fills('Password', password)
  await visitor.presses('Enter')
  await visitor.finds(`[aria-label="Account: ${name}"]`)
})

test('a buyer who returns from the payment is stored as paid, welcomed once, and not again after a reload', async ({
  visitor,
  backend,
}) => {
  const buyer = createTestVisitor()
  const session = `cs_${crypto.randomUUID()}`
  await visitor.opens('/terms')
  const left = JSON.stringify(createPendingPaymentData(buyer))
  await visitor.reads((text) => sessionStorage.setItem('pending-user-data', text), left)
  await visitor.opens(`/download?session_id=${session}`)
  await visitor.sees('Payment Successful!')
  await visitor.sees(`Welcome to ${brand.name}!`)
  const { data } = await backend.secretClient().from('early_access_users').select().eq('order_id', session)
  expect(data).toMatchObject([{ ...buyer, is_paid: true }])
  await visitor.opens(`/download?session_id=${session}`)
  await visitor.sees(`Welcome to ${brand.name}!`)
  expect(await visitor.reads(() => document.querySelectorAll('.toast').length)).toBe(0)
})
