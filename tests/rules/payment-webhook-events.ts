import Stripe from 'stripe'
import { expect } from 'vitest'
import type { TestBackend } from '../support/start-backend.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

/** The signing secret of the webhook in these tests. */
export const SECRET = `whsec_${'s'.repeat(32)}`
/** The environment of a server that accepts events from Stripe's test mode. */
export const env = { STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_MODE: 'test' }

/** Sends an event as Stripe does: without an API key, signed with the helper of Stripe's library. */
export async function send(backend: TestBackend, payload: string) {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET })
  const response = await fetch(`${backend.url}/functions/v1/payment-webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body: payload,
  })
  const body: unknown = await response.json()
  return { status: response.status, body }
}

/** The expected response to an event that was stored or has no effect. */
export const ok = { status: 200, body: { success: true } }
/** Returns the expected response to an event that is refused. */
export const refused = (status: number, error: string) => ({ status, body: { success: false, error } })

/** Creates the JSON of an event of Stripe, indented as Stripe sends it. */
export function createEvent(type: string, object: object, changes: object = {}): string {
  const id = `evt_${crypto.randomUUID()}`
  const created = Math.floor(Date.now() / 1000)
  return JSON.stringify({ id, object: 'event', type, created, livemode: false, data: { object }, ...changes }, null, 2)
}

/** Creates a paid Checkout session of Stripe. */
export function createCheckout(visitor: TestVisitor, changes: object = {}) {
  const id = crypto.randomUUID()
  return {
    ...{ id: `cs_test_${id}`, object: 'checkout.session', mode: 'payment', payment_status: 'paid' },
    ...{ payment_intent: `pi_${id}`, amount_total: 2900, currency: 'eur' },
    customer_details: { name: visitor.name, email: visitor.email },
    ...changes,
  }
}

/** The type of the event of a completed Checkout session. */
export const COMPLETED = 'checkout.session.completed'

/** Returns the rows with the address of a visitor. */
export async function rowOf(backend: TestBackend, { email }: TestVisitor) {
  const { data, error } = await backend.secretClient().from('early_access_users').select().eq('email', email)
  expect(error).toBeNull()
  return data
}

/** Reports a payment as the download page does. */
export function report(backend: TestBackend, visitor: TestVisitor, order_id: string) {
  return backend
    .client()
    .from('early_access_users')
    .insert({ ...visitor, is_paid: true, amount: 49, order_id })
}
