import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import {
  COMPLETED,
  createCheckout,
  createEvent,
  env,
  ok,
  refused,
  rowOf,
  SECRET,
  send,
} from './payment-webhook-events.ts'

const test = createSharedBackendTest({ env: { ...env, LIMIT_SIGNUPS_PER_SOURCE: '1', LIMIT_MESSAGES_PER_SOURCE: '1' } })

test('the webhook rejects events above 256 kB, other methods and the other mode', async (backend) => {
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

test('the rate limits of sign-ups and requests do not apply to events', async (backend) => {
  for (let at = 0; at < 10; at++) {
    expect(await send(backend, createEvent(COMPLETED, createCheckout(createTestVisitor())))).toEqual(ok)
  }
})
