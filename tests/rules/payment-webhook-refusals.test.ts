import { connect } from 'node:net'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { createSharedBackendTest, testOnBackend } from '../support/backend-test.ts'
import { startFaultyProxy } from '../support/faulty-proxy.ts'
import { createDatabase, dropDatabase } from '../support/postgres.ts'
import { getSharedTestFixture } from '../support/shared-fixtures.ts'
import { startBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import {
  COMPLETED,
  createCheckout,
  createEvent,
  env,
  ok,
  refused,
  report,
  rowOf,
  SECRET,
  send,
} from './payment-webhook-events.ts'

const onBackend = createSharedBackendTest({ env })

onBackend('a request without a valid signature stores nothing', async (backend) => {
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

onBackend('the webhook rejects events above 256 kB, other methods and the other mode', async (backend) => {
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

testOnBackend(
  'without STRIPE_WEBHOOK_SECRET the webhook responds with 404, and a reported payment stays unverified',
  async (backend) => {
    const visitor = createTestVisitor()
    const checkout = createCheckout(visitor)
    const unset = refused(404, 'Payments are not set up here: STRIPE_WEBHOOK_SECRET is not set.')
    expect(await send(backend, createEvent(COMPLETED, checkout))).toEqual(unset)
    expect(await answerWithoutBody(backend, 250_000)).toMatch(/^HTTP\/1\.1 404 [^]*STRIPE_WEBHOOK_SECRET is not set/)
    expect((await report(backend, visitor, checkout.id)).status).toBe(201)
    expect(await rowOf(backend, visitor)).toMatchObject([
      { is_paid: true, amount: 49, currency: null, payment_verified: false },
    ])
    const { error } = await backend.client().functions.invoke('nowhere', { body: {} })
    expect(error.context.status).toBe(404)
    expect((await fetch(`${backend.url}/functions/v1/nowhere`, { method: 'POST' })).status).toBe(401)
  },
)

testOnBackend(
  'the rate limits of sign-ups and requests do not apply to events',
  { env: { ...env, LIMIT_SIGNUPS_PER_SOURCE: '1', LIMIT_MESSAGES_PER_SOURCE: '1' } },
  async (backend) => {
    for (let at = 0; at < 10; at++) {
      expect(await send(backend, createEvent(COMPLETED, createCheckout(createTestVisitor())))).toEqual(ok)
    }
  },
)

test('while the database is unreachable the webhook responds with 503, and stores the event when Stripe retries it', async () => {
  const server = await getSharedTestFixture('postgres')
  const name = `away_${crypto.randomUUID().slice(0, 8)}`
  const databaseUrl = await createDatabase(server, name, await getSharedTestFixture('database-template'))
  const proxy = await startFaultyProxy(databaseUrl)
  {
    await using backend = await startBackend({ databaseUrl: proxy.url, env })
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

/** Sends only the headers of a webhook request that announces a body, and returns the response that comes without the body. */
function answerWithoutBody(backend: { url: string }, length: number): Promise<string> {
  const { port, hostname, host } = new URL(backend.url)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const head = ['POST /functions/v1/payment-webhook HTTP/1.1', `host: ${host}`, `content-length: ${length}`, '', '']
  const socket = connect(Number(port), hostname, () => socket.write(head.join('\r\n')))
  let text = ''
  socket.setTimeout(5_000, () => socket.destroy(new Error('The server waits for the body.')))
  socket.on('error', reject).on('data', (chunk) => {
    text += chunk.toString()
    if (!text.includes('"error"')) return
    socket.destroy()
    resolve(text)
  })
  return promise
}
