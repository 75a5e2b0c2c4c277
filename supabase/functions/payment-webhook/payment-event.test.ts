import { CONVERTED_EMAIL_VECTORS } from '@site/contract/validation-vectors'
import { expect, test } from 'vitest'
import { parsePaymentEvent, parseStripeEvent } from './payment-event.ts'

const checkout = {
  ...{ id: 'cs_live_1', mode: 'payment', payment_status: 'paid', payment_intent: 'pi_1' },
  ...{ amount_total: 2900, currency: 'eur', customer_details: { name: 'Ada Lovelace', email: 'ada@example.com' } },
}
const paid = {
  ...{ event_type: 'paid', payment: 'pi_1', checkout: 'cs_live_1', paid_amount: '29.00', paid_currency: 'EUR' },
  ...{ buyer_name: 'Ada Lovelace', buyer_email: 'ada@example.com' },
}
const COMPLETED = 'checkout.session.completed'

function read(type: string, object: unknown) {
  return parsePaymentEvent({ id: 'evt_1', type, created: 1_700_000_000, livemode: true, data: { object } })
}

test('parsePaymentEvent reads the order, payment, buyer, amount and currency of a paid Checkout session', () => {
  expect(read(COMPLETED, checkout)).toEqual({ payment: paid })
  expect(read('checkout.session.async_payment_succeeded', checkout)).toEqual({ payment: paid })
  expect(read(COMPLETED, { ...checkout, amount_total: 2900, currency: 'jpy' })).toMatchObject({
    payment: { paid_amount: '2900.00', paid_currency: 'JPY' },
  })
})

test('parsePaymentEvent returns an internationalised or pasted address of the buyer in its ASCII form', () => {
  for (const { input, outcome } of CONVERTED_EMAIL_VECTORS) {
    const parsed = read(COMPLETED, { ...checkout, customer_details: { name: ' Ada\u200b ', email: input } })
    const buyer_email = expect.stringMatching(new RegExp(`^${outcome}$`, 'i'))
    expect(parsed).toEqual({ payment: { ...paid, buyer_name: 'Ada', buyer_email } })
  }
})

test('parsePaymentEvent accepts an expanded PaymentIntent, and a missing PaymentIntent, buyer, name or address', () => {
  for (const [change, expected] of [
    [{ payment_intent: { id: 'pi_1', object: 'payment_intent' } }, {}],
    [{ payment_intent: null }, { payment: null }],
    [{ customer_details: null }, { buyer_name: null, buyer_email: null }],
    [{ customer_details: { email: 'ada@example.com' } }, { buyer_name: null }],
    [
      { customer_details: { name: 'A\u0000da\ud800\nLovelace', email: null } },
      { buyer_name: 'Ada\ufffd Lovelace', buyer_email: null },
    ],
  ] as const) {
    expect(read(COMPLETED, { ...checkout, ...change })).toEqual({ payment: { ...paid, ...expected } })
  }
})

test.each([
  ['a payment that is still pending', COMPLETED, { ...checkout, payment_status: 'unpaid' }],
  [
    'a session that was free of charge',
    COMPLETED,
    { ...checkout, payment_status: 'no_payment_required', amount_total: 0 },
  ],
  ['a subscription', COMPLETED, { ...checkout, mode: 'subscription', payment_intent: null }],
  ['a failed payment', 'checkout.session.async_payment_failed', { ...checkout, payment_status: 'unpaid' }],
  ['a partial refund', 'charge.refunded', { payment_intent: 'pi_1', refunded: false, amount_refunded: 100 }],
  ['a refund of a charge without a payment', 'charge.refunded', { payment_intent: null, refunded: true }],
  ['an inquiry, which withdraws no money', 'charge.dispute.created', { payment_intent: 'pi_1' }],
  ['an event of another type', 'customer.created', null],
])('parsePaymentEvent returns null for %s', (_, type, object) => {
  expect(read(type, object)).toEqual({ payment: null })
})

test.each([
  ['charge.refunded', { payment_intent: 'pi_1', refunded: true }, 'refunded'],
  ['charge.dispute.funds_withdrawn', { payment_intent: 'pi_1' }, 'withdrawn'],
  ['charge.dispute.funds_reinstated', { payment_intent: { id: 'pi_1' } }, 'reinstated'],
])('parsePaymentEvent reads the payment of %s', (type, object, event_type) => {
  expect(read(type, object)).toEqual({ payment: { event_type, payment: 'pi_1' } })
})

test.each([
  [COMPLETED, null, 'data.object'],
  [COMPLETED, { ...checkout, id: 'a b' }, 'data.object.id'],
  [COMPLETED, { ...checkout, payment_intent: 7 }, 'data.object.payment_intent'],
  [COMPLETED, { ...checkout, amount_total: 29.5 }, 'data.object.amount_total'],
  [COMPLETED, { ...checkout, amount_total: 0 }, 'data.object.amount_total'],
  [COMPLETED, { ...checkout, amount_total: null }, 'data.object.amount_total'],
  [COMPLETED, { ...checkout, amount_total: 1e12 }, 'data.object.amount_total'],
  [COMPLETED, { ...checkout, currency: 'euro' }, 'data.object.currency'],
  [COMPLETED, { ...checkout, currency: null }, 'data.object.currency'],
  [COMPLETED, { ...checkout, customer_details: { email: 7 } }, 'data.object.customer_details.email'],
  ['charge.refunded', { payment_intent: 'pi_1' }, 'data.object.refunded'],
  ['charge.dispute.funds_withdrawn', { payment_intent: '' }, 'data.object.payment_intent'],
])('parsePaymentEvent names the invalid field of a %s event: %j', (type, object, field) => {
  expect(read(type, object)).toEqual({ fault: `The field ${field} of the event is missing or wrong.` })
})

test('parseStripeEvent names the missing or invalid field of an event', () => {
  const event = { id: 'evt_1', type: 'x', created: 1, livemode: true, data: { object: {} }, api_version: '2026' }
  expect(parseStripeEvent(event)).toMatchObject({ event: { id: 'evt_1', livemode: true } })
  for (const [change, field] of [
    [{ id: '' }, 'id'],
    [{ type: undefined }, 'type'],
    [{ created: -1 }, 'created'],
    [{ created: 1e12 }, 'created'],
    [{ livemode: 'true' }, 'livemode'],
    [{ data: {} }, 'data.object'],
  ] as const) {
    expect(parseStripeEvent({ ...event, ...change })).toEqual({
      fault: `The field ${field} of the event is missing or wrong.`,
    })
  }
})
