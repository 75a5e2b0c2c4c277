import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { createFakeServices, type FakeServices } from '../_shared/fake-services.ts'
import { DatabaseFunctionError } from '../_shared/services.ts'
import { paymentWebhook } from './payment-webhook.ts'

const SECRET = `whsec_${'s'.repeat(32)}`
const payments = { webhookSecret: SECRET, mode: 'live' } as const

const event = {
  ...{ id: 'evt_1', object: 'event', type: 'checkout.session.completed', created: 1_780_000_000, livemode: true },
  data: {
    object: {
      ...{
        id: 'cs_live_1',
        object: 'checkout.session',
        mode: 'payment',
        payment_status: 'paid',
        payment_intent: 'pi_1',
      },
      ...{ amount_total: 2900, currency: 'eur', customer_details: { name: 'Zoë “Z” 💍', email: 'zoe@example.com' } },
    },
  },
}
const text = JSON.stringify(event)

/** Signs a text with the helper of Stripe's library. */
function sign(payload: string, options: { secret?: string; timestamp?: number } = {}): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, ...options })
}

async function send(
  services: FakeServices,
  body: string | Uint8Array<ArrayBuffer>,
  signature: string | null,
  method = 'POST',
) {
  const request = new Request('https://www.fondly.example/functions/v1/payment-webhook', {
    method,
    ...(signature === null ? {} : { headers: { 'stripe-signature': signature } }),
    ...(method === 'POST' ? { body } : {}),
  })
  const response = await paymentWebhook.run(request, services)
  const { success, error }: { success: boolean; error?: string } = await response.json()
  return { status: response.status, success, error }
}

const now = () => Math.floor(Date.now() / 1000)

test('payment-webhook stores an event with a valid signature and responds with 200', async () => {
  const services = createFakeServices({ record_payment_event: () => 'stored' }, { payments })
  expect(await send(services, text, sign(text))).toEqual({ status: 200, success: true, error: undefined })
  expect(services.calls).toEqual([
    {
      name: 'record_payment_event',
      args: {
        ...{ event_id: 'evt_1', event_type: 'paid', event_at: '2026-05-28T20:26:40.000Z' },
        ...{ payment: 'pi_1', checkout: 'cs_live_1', paid_amount: '29.00', paid_currency: 'EUR' },
        ...{ buyer_name: 'Zoë “Z” 💍', buyer_email: 'zoe@example.com' },
      },
    },
  ])
  expect(services.logged).toEqual([
    { event: 'payment_event', facts: { type: 'checkout.session.completed', outcome: 'stored' } },
  ])
})

test('payment-webhook accepts a request that is signed with the old and the new secret during a rotation', async () => {
  const services = createFakeServices({}, { payments })
  const [, other] = sign(text, { secret: `whsec_${'o'.repeat(32)}` }).split(',')
  const [time, own] = sign(text).split(',')
  expect((await send(services, text, `${time},${other},${own}`)).status).toBe(200)
})

test('payment-webhook rejects a missing, wrong, foreign or old signature with 400 and stores nothing', async () => {
  const services = createFakeServices({}, { payments })
  const wrong = 'The signature in the header Stripe-Signature does not fit the body and STRIPE_WEBHOOK_SECRET.'
  for (const [signature, error] of [
    [null, 'The header Stripe-Signature is missing.'],
    ['', 'The header Stripe-Signature is missing.'],
    ['t=1', wrong],
    ['t=1,t=2,v1', wrong],
    [`t=${now()},v1=${'0'.repeat(63)}é`, wrong],
    [',=,'.repeat(1000), wrong],
    [`t=${now()},v1=`, wrong],
    [`t=${now()},v1=${'0'.repeat(64)}`, wrong],
    [sign(text).replace('v1=', 'v0='), wrong],
    [sign(text).replace(/t=\d+/, `t=${now() + 60}`), wrong],
    [sign(text, { secret: `whsec_${'o'.repeat(32)}` }), wrong],
    [sign(`${text} `), wrong],
    [
      sign(text, { timestamp: now() - 302 }),
      'The signature in the header Stripe-Signature is older than five minutes.',
    ],
  ] as const) {
    expect(await send(services, text, signature)).toEqual({ status: 400, success: false, error })
  }
  expect((await send(services, text, sign(text, { timestamp: now() - 290 }))).status).toBe(200)
  expect(services.calls).toHaveLength(1)
})

test('payment-webhook responds with 400 to a signed body that is not a valid event, and names the field', async () => {
  const services = createFakeServices({}, { payments })
  for (const [body, error] of [
    ['[', 'The body must be a snapshot event of Stripe, as JSON.'],
    ['null', 'The field object of the event is missing or wrong.'],
    [JSON.stringify({ object: 'v2.core.event' }), 'The body must be a snapshot event of Stripe, as JSON.'],
    [JSON.stringify({ ...event, created: 'now' }), 'The field created of the event is missing or wrong.'],
    [
      JSON.stringify({ ...event, data: { object: { ...event.data.object, currency: null } } }),
      'The field data.object.currency of the event is missing or wrong.',
    ],
  ] as const) {
    expect(await send(services, body, sign(body))).toEqual({ status: 400, success: false, error })
  }
  const empty = await send(services, '', sign(' '))
  expect(empty.status).toBe(400)
  expect(services.calls).toEqual([])
})

test('payment-webhook responds with 503 when the database does not store the event, so that Stripe retries it', async () => {
  for (const error of [new Error('away'), new DatabaseFunctionError('23514', 'violates check constraint')]) {
    const services = createFakeServices(
      {
        record_payment_event: () => {
          throw error
        },
      },
      { payments },
    )
    const answer = await send(services, text, sign(text))
    expect(answer).toEqual({ status: 503, success: false, error: 'The event could not be stored at the moment.' })
    expect(services.logged).toMatchObject([{ event: 'payment_event_not_stored', facts: { reason: error.name } }])
  }
})
