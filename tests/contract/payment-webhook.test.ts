import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { createSharedBackendTest, testOnBothEngines } from '../support/engines.ts'
import { startFaultyProxy } from '../support/faulty-proxy.ts'
import { createDatabase, dropDatabase } from '../support/postgres.ts'
import { getSharedTestFixture } from '../support/shared-fixtures.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTestVisitor, type TestVisitor } from '../support/test-visitor.ts'
import { runAdminJson, runAdminOnBackend } from './admin-run.ts'

const SECRET = `whsec_${'s'.repeat(32)}`
const env = { STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_MODE: 'test' }
const onBothEngines = createSharedBackendTest({ env })

type Sent = { signature?: string | null }

/** Sends a body as Stripe does: without an API key, signed with the helper of Stripe's library unless a signature is given. */
async function send(backend: TestBackend, payload: string | Uint8Array<ArrayBuffer>, { signature }: Sent = {}) {
  const signed =
    signature === undefined && typeof payload === 'string'
      ? Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET })
      : signature
  const response = await fetch(`${backend.url}/functions/v1/payment-webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(typeof signed === 'string' ? { 'stripe-signature': signed } : {}),
    },
    body: payload,
  })
  const body: unknown = await response.json()
  return { status: response.status, body }
}

const ok = { status: 200, body: { success: true } }
const refused = (status: number, error: string) => ({ status, body: { success: false, error } })

function createEvent(type: string, object: object, changes: object = {}): string {
  const id = `evt_${crypto.randomUUID()}`
  const created = Math.floor(Date.now() / 1000)
  return JSON.stringify({ id, object: 'event', type, created, livemode: false, data: { object }, ...changes }, null, 2)
}

function createCheckout(visitor: TestVisitor, changes: object = {}) {
  const id = crypto.randomUUID()
  return {
    ...{ id: `cs_test_${id}`, object: 'checkout.session', mode: 'payment', payment_status: 'paid' },
    ...{ payment_intent: `pi_${id}`, amount_total: 2900, currency: 'eur' },
    customer_details: { name: visitor.name, email: visitor.email },
    ...changes,
  }
}

const COMPLETED = 'checkout.session.completed'

async function rowOf(backend: TestBackend, { email }: TestVisitor) {
  const { data, error } = await backend.secretClient().from('early_access_users').select().eq('email', email)
  expect(error).toBeNull()
  return data
}

function report(backend: TestBackend, visitor: TestVisitor, order_id: string) {
  return backend
    .client()
    .from('early_access_users')
    .insert({ ...visitor, is_paid: true, amount: 49, order_id })
}

onBothEngines(
  'the report and the event of a payment end in one verified row, whichever comes first',
  async (backend) => {
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
  },
)

onBothEngines(
  'a full refund unsets the verification, a partial one and a failed payment change nothing',
  async (backend) => {
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
  },
)

onBothEngines('a refund that arrives before its payment leaves the row unverified', async (backend) => {
  const visitor = createTestVisitor()
  const checkout = createCheckout(visitor)
  const { payment_intent } = checkout
  expect(await send(backend, createEvent('charge.refunded', { payment_intent, refunded: true }))).toEqual(ok)
  expect(await rowOf(backend, visitor)).toEqual([])
  expect(await send(backend, createEvent(COMPLETED, checkout))).toEqual(ok)
  expect(await rowOf(backend, visitor)).toMatchObject([{ is_paid: true, amount: 29, payment_verified: false }])
})

onBothEngines('money that a dispute withdraws unsets the verification until it is reinstated', async (backend) => {
  const visitor = createTestVisitor()
  const checkout = createCheckout(visitor)
  const dispute = { id: 'dp_1', payment_intent: checkout.payment_intent }
  const states: unknown[] = []
  for (const event of [
    createEvent(COMPLETED, checkout),
    createEvent('charge.dispute.created', { ...dispute, status: 'warning_needs_response' }),
    createEvent('charge.dispute.funds_withdrawn', dispute),
    createEvent('charge.dispute.funds_reinstated', dispute),
  ]) {
    expect(await send(backend, event)).toEqual(ok)
    states.push((await rowOf(backend, visitor))?.[0]?.['payment_verified'])
  }
  expect(states).toEqual([true, true, false, true])
})

onBothEngines(
  'a delayed payment is verified when it succeeds, not when its Checkout session completes',
  async (backend) => {
    const visitor = createTestVisitor()
    const checkout = createCheckout(visitor, { currency: 'jpy', amount_total: 4900 })
    expect(await send(backend, createEvent(COMPLETED, { ...checkout, payment_status: 'unpaid' }))).toEqual(ok)
    expect(await rowOf(backend, visitor)).toEqual([])
    expect((await report(backend, visitor, checkout.id)).status).toBe(201)
    expect(await rowOf(backend, visitor)).toMatchObject([{ payment_verified: false, currency: null }])
    expect(await send(backend, createEvent('checkout.session.async_payment_succeeded', checkout))).toEqual(ok)
    expect(await rowOf(backend, visitor)).toMatchObject([{ payment_verified: true, amount: 4900, currency: 'JPY' }])
  },
)

onBothEngines('an event that Stripe sends ten times at once, with its report, is stored once', async (backend) => {
  const visitor = createTestVisitor()
  const checkout = createCheckout(visitor)
  const event = createEvent(COMPLETED, checkout)
  const [reported, ...sent] = await Promise.all([
    report(backend, visitor, checkout.id),
    ...Array.from({ length: 10 }, () => send(backend, event)),
  ])
  expect(reported.status).toBe(201)
  expect(sent).toEqual(Array.from({ length: 10 }, () => ok))
  expect(await rowOf(backend, visitor)).toMatchObject([{ payment_verified: true, amount: 29, further_claims: [] }])
  const mails = await backend.secretClient().from('mail_outbox').select('kind').eq('recipient', visitor.email)
  expect(mails.data).toEqual([{ kind: 'welcome_paid' }])
})

onBothEngines(
  'events and refunds of twenty payments that arrive at once leave no refunded payment verified',
  async (backend) => {
    const payments = Array.from({ length: 20 }, () => {
      const visitor = createTestVisitor()
      return { visitor, checkout: createCheckout(visitor) }
    })
    const answers = await Promise.all(
      payments.flatMap(({ visitor, checkout }) => [
        send(backend, createEvent('charge.refunded', { payment_intent: checkout.payment_intent, refunded: true })),
        send(backend, createEvent(COMPLETED, checkout)),
        report(backend, visitor, checkout.id),
      ]),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]))
    for (const { visitor } of payments) {
      expect(await rowOf(backend, visitor)).toMatchObject([{ is_paid: true, amount: 29, payment_verified: false }])
    }
  },
)

onBothEngines(
  'a payment with another address than the report ends in one flagged row with the address of the site',
  async (backend) => {
    for (const isReportFirst of [true, false]) {
      const [visitor, other] = [createTestVisitor(), createTestVisitor()]
      const checkout = createCheckout(other)
      if (isReportFirst) expect((await report(backend, visitor, checkout.id)).status).toBe(201)
      expect(await send(backend, createEvent(COMPLETED, checkout))).toEqual(ok)
      if (!isReportFirst) expect((await report(backend, visitor, checkout.id)).status).toBe(201)
      expect(await rowOf(backend, other)).toEqual([])
      const flag_reason = 'The payment has another address'
      expect(await rowOf(backend, visitor)).toMatchObject([{ ...visitor, payment_verified: true, flag_reason }])
      expect((await report(backend, other, checkout.id)).error?.code).toBe('23505')
    }
  },
)

onBothEngines('a request without a valid signature stores nothing', async (backend) => {
  const visitor = createTestVisitor()
  const payload = createEvent(COMPLETED, createCheckout(visitor))
  const sign = (options: object) => Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, ...options })
  const wrong = 'The signature in the header Stripe-Signature does not fit the body and STRIPE_WEBHOOK_SECRET.'
  const bytes = new TextEncoder().encode(payload)
  const flipped = Uint8Array.from(bytes)
  flipped[bytes.length - 1] = 0x20
  expect(await send(backend, payload, { signature: null })).toEqual(
    refused(400, 'The header Stripe-Signature is missing.'),
  )
  expect(await send(backend, payload, { signature: sign({ secret: `whsec_${'o'.repeat(32)}` }) })).toEqual(
    refused(400, wrong),
  )
  expect(await send(backend, flipped, { signature: sign({}) })).toEqual(refused(400, wrong))
  expect(await send(backend, Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes]), { signature: sign({}) })).toEqual(
    refused(400, wrong),
  )
  expect(await send(backend, Uint8Array.from([0xff, ...bytes]), { signature: sign({}) })).toEqual(
    refused(400, 'The body must be JSON in UTF-8.'),
  )
  expect(await send(backend, payload, { signature: sign({ timestamp: Math.floor(Date.now() / 1000) - 400 }) })).toEqual(
    refused(400, 'The signature in the header Stripe-Signature is older than five minutes.'),
  )
  expect(await send(backend, '', { signature: sign({}) })).toEqual(refused(400, wrong))
  expect(await rowOf(backend, visitor)).toEqual([])
  expect(await send(backend, payload)).toEqual(ok)
})

onBothEngines('the webhook accepts events of up to 256 kB and no other method, key or mode', async (backend) => {
  const visitor = createTestVisitor()
  const url = `${backend.url}/functions/v1/payment-webhook`
  const metadata = { note: 'x'.repeat(100_000) }
  expect(await send(backend, createEvent(COMPLETED, createCheckout(visitor, { metadata })))).toEqual(ok)
  expect(await rowOf(backend, visitor)).toMatchObject([{ payment_verified: true }])
  const large = createEvent(COMPLETED, createCheckout(visitor, { metadata: { note: 'x'.repeat(270_000) } }))
  expect(await send(backend, large)).toEqual(refused(413, 'The body is too large.'))
  for (const method of ['GET', 'PUT', 'DELETE']) expect((await fetch(url, { method })).status).toBe(405)
  const { error } = await backend.secretClient().functions.invoke('payment-webhook', { body: {} })
  expect(error.context.status).toBe(400)
  const live = createEvent(COMPLETED, createCheckout(createTestVisitor()), { livemode: true })
  expect(await send(backend, live)).toEqual(
    refused(400, 'The event is from Stripe’s live mode, but STRIPE_MODE is test.'),
  )
  const faulty = createEvent(COMPLETED, createCheckout(createTestVisitor(), { amount_total: 0.5 }))
  expect(await send(backend, faulty)).toEqual(
    refused(400, 'The field data.object.amount_total of the event is missing or wrong.'),
  )
  expect(backend.log()).toContain('payment_event_refused')
  expect(backend.log()).not.toContain(SECRET)
})

onBothEngines(
  'currency and verification are in the list, the export and the copy for a person, whose erasure deletes the events',
  async (backend) => {
    const visitor = createTestVisitor()
    const checkout = createCheckout(visitor)
    const event = createEvent(COMPLETED, checkout, { created: Math.floor(Date.now() / 1000) - 60 })
    expect(await send(backend, event)).toEqual(ok)
    expect((await runAdminOnBackend(backend, ['signups', 'search', visitor.email])).out).toContain('paid 29 EUR')
    const csv = (await runAdminOnBackend(backend, ['signups', 'export'])).out.split('\r\n')
    expect(csv[0]).toBe(
      'created_at,name,email,is_paid,amount,currency,order_id,payment_verified,flag_reason,claimed_at,consent_wording,consent_at,consent_form,id',
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
  },
)

testOnBothEngines(
  'without STRIPE_WEBHOOK_SECRET the webhook responds with 404 and a payment stays a report',
  async (backend) => {
    const visitor = createTestVisitor()
    const checkout = createCheckout(visitor)
    const unset = refused(404, 'Payments are not set up here: STRIPE_WEBHOOK_SECRET is not set.')
    expect(await send(backend, createEvent(COMPLETED, checkout))).toEqual(unset)
    expect((await report(backend, visitor, checkout.id)).status).toBe(201)
    expect(await rowOf(backend, visitor)).toMatchObject([
      { is_paid: true, amount: 49, currency: null, payment_verified: false },
    ])
    const { error } = await backend.client().functions.invoke('nowhere', { body: {} })
    expect(error.context.status).toBe(404)
    expect((await fetch(`${backend.url}/functions/v1/nowhere`, { method: 'POST' })).status).toBe(401)
  },
)

testOnBothEngines(
  'the rate limits of sign-ups and requests do not apply to events',
  async (backend) => {
    for (let at = 0; at < 10; at++) {
      expect(await send(backend, createEvent(COMPLETED, createCheckout(createTestVisitor())))).toEqual(ok)
    }
  },
  { env: { ...env, LIMIT_SIGNUPS_PER_SOURCE: '1', LIMIT_MESSAGES_PER_SOURCE: '1' } },
)

test('while the database is away the webhook responds with 503, and stores the event when Stripe repeats it', async () => {
  const server = await getSharedTestFixture('postgres')
  const name = `away_${crypto.randomUUID().slice(0, 8)}`
  const databaseUrl = await createDatabase(server, name, await getSharedTestFixture('database-template'))
  const proxy = await startFaultyProxy(databaseUrl)
  {
    await using backend = await startBackend({ engine: 'postgres', databaseUrl: proxy.url, env })
    const visitor = createTestVisitor()
    const event = createEvent(COMPLETED, createCheckout(visitor))
    proxy.cut()
    expect(await send(backend, event)).toEqual(refused(503, 'The event could not be stored at the moment.'))
    await proxy.mend()
    await expect.poll(async () => (await send(backend, event)).status, { timeout: 15_000 }).toBe(200)
    expect(await rowOf(backend, visitor)).toMatchObject([{ payment_verified: true }])
  }
  await dropDatabase(server, name)
})
