import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { runAdminJson, runAdminOnBackend } from './admin-run.ts'
import { COMPLETED, createCheckout, createEvent, env, ok, report, rowOf, send } from './payment-webhook-events.ts'

const test = createSharedBackendTest({ env })

test('the report and the event of a payment result in one verified row, whichever arrives first', async (backend) => {
  for (const isReportFirst of [true, false]) {
    const visitor = createTestVisitor()
    const checkout = createCheckout(visitor)
    if (isReportFirst) expect((await report(backend, visitor, checkout.id)).status).toBe(201)
    expect(await send(backend, createEvent(COMPLETED, checkout))).toEqual(ok)
    if (!isReportFirst) expect((await report(backend, visitor, checkout.id)).status).toBe(201)
    expect(await rowOf(backend, visitor)).toMatchObject([
      {
        ...visitor,
        ...{ is_paid: true, amount: 29, currency: 'EUR', order_id: checkout.id, payment_verified: true },
        ...{ flag_reason: null, further_claims: [] },
      },
    ])
  }
})

test('a full refund unsets payment_verified, and the buyer reads “refunded”; a partial refund and a failed payment change nothing', async (backend) => {
  const visitor = createTestVisitor()
  const checkout = createCheckout(visitor)
  const { payment_intent } = checkout
  const verified = async () => (await rowOf(backend, visitor))?.map((row) => row['payment_verified'])
  expect(await send(backend, createEvent(COMPLETED, checkout))).toEqual(ok)
  const refund = (refunded: boolean) => createEvent('charge.refunded', { id: 'ch_1', payment_intent, refunded })
  expect(await send(backend, refund(false))).toEqual(ok)
  expect(await send(backend, createEvent('checkout.session.async_payment_failed', checkout))).toEqual(ok)
  expect(await verified()).toEqual([true])
  expect(await send(backend, refund(true))).toEqual(ok)
  expect(await verified()).toEqual([false])
  expect(await send(backend, createEvent(COMPLETED, checkout))).toEqual(ok)
  expect(await verified()).toEqual([false])
  expect(await rowOf(backend, visitor)).toMatchObject([{ is_paid: true, amount: 29, currency: 'EUR' }])
  expect((await runAdminOnBackend(backend, ['signups', 'list', '--search', visitor.email])).out).toMatch(
    / refunded 29 EUR /,
  )
})

test('a dispute with a withdrawal unsets payment_verified until a reinstatement', async (backend) => {
  const visitor = createTestVisitor()
  const checkout = createCheckout(visitor)
  const dispute = { id: 'dp_1', payment_intent: checkout.payment_intent }
  const states: unknown[] = []
  const reversals: unknown[] = []
  for (const event of [
    createEvent(COMPLETED, checkout),
    createEvent('charge.dispute.created', { ...dispute, status: 'warning_needs_response' }),
    createEvent('charge.dispute.funds_withdrawn', dispute),
    createEvent('charge.dispute.funds_reinstated', dispute),
  ]) {
    expect(await send(backend, event)).toEqual(ok)
    const [row] = (await rowOf(backend, visitor)) ?? []
    states.push(row?.['payment_verified'])
    reversals.push(row?.['payment_reversal'])
  }
  expect(states).toEqual([true, true, false, true])
  expect(reversals).toEqual([null, null, 'withdrawn', null])
})

test('signups list and export and privacy export contain currency and payment_verified; privacy erase deletes the events', async (backend) => {
  const visitor = createTestVisitor()
  const checkout = createCheckout(visitor)
  const event = createEvent(COMPLETED, checkout, { created: Math.floor(Date.now() / 1000) - 60 })
  expect(await send(backend, event)).toEqual(ok)
  expect((await runAdminOnBackend(backend, ['signups', 'list', '--search', visitor.email])).out).toContain(
    'paid 29 EUR',
  )
  const csv = (await runAdminOnBackend(backend, ['signups', 'export'])).out.split('\r\n')
  expect(csv[0]).toBe(
    'created_at,name,email,is_paid,amount,currency,order_id,payment_verified,payment_reversal,flag_reason,claimed_at,consent_wording,consent_at,consent_form,invited_at,wave,id',
  )
  expect(csv.find((line) => line.includes(visitor.email))).toContain(`,true,29,EUR,${checkout.id},true,`)
  expect(await runAdminJson(backend, ['privacy', 'export', visitor.email, '--to', '-'])).toMatchObject({
    signups: [{ currency: 'EUR', payment_verified: true }],
    payments: [{ type: 'paid', order_id: checkout.id, payment_id: checkout.payment_intent }],
  })
  const erase = ['privacy', 'erase', visitor.email, '--yes', '--backups', backend.dataDir]
  expect(await runAdminJson(backend, erase)).toMatchObject({ signups: 1 })
  expect(await send(backend, event)).toEqual(ok)
  expect(await rowOf(backend, visitor)).toEqual([])
  expect((await runAdminJson(backend, ['privacy', 'export', visitor.email])).payments).toEqual([])
})
