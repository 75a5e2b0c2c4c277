import { expect, test } from 'vitest'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTestVisitor, type TestVisitor } from '../support/test-visitor.ts'
import { startWebhookReceiver, type WebhookReceiver, webhookEnvironment } from '../support/webhook-receiver.ts'

/** Timeout and interval with which a test polls for an event, in milliseconds. */
export const WAIT = { timeout: 60_000, interval: 100 }

/** The body of a test with a backend and the receiver that is its only target. */
export type Run = (site: { backend: TestBackend; receiver: WebhookReceiver }) => Promise<void>

/** Registers a test with its own receiver, which gets all events with personal data. */
export function withReceiver(title: string, run: Run): void {
  test(title, async () => {
    await using receiver = await startWebhookReceiver()
    await using backend = await startBackend({ env: webhookEnvironment(receiver, { personal_data: true }) })
    await run({ backend, receiver })
    // URLs of receivers may be secrets, and events contain personal data, so the log must contain neither.
    expect(backend.log()).not.toMatch(/guests\.example\.com|127\.0\.0\.1:\d+\/hook|whsec_/)
  })
}

/** Signs a visitor up. */
export async function signUp(backend: TestBackend, visitor = createTestVisitor()): Promise<TestVisitor> {
  expect((await backend.client().from('early_access_users').insert(visitor)).error).toBeNull()
  return visitor
}

/** Sends a message with the contact form. */
export async function write(backend: TestBackend, { name, email }: TestVisitor, message: string): Promise<void> {
  const body = { name, email, message }
  expect((await backend.client().functions.invoke('send-contact-email', { body })).error).toBeNull()
}

/** Simulates the passing of hours: makes events that wait for a retry due, and ends the back-off of the target. */
export async function passTime(backend: TestBackend): Promise<void> {
  const operator = backend.secretClient()
  const due = { due_at: new Date(0).toISOString(), leased_until: null }
  expect((await operator.from('webhook_outbox').update(due).is('delivered_at', null)).error).toBeNull()
  expect(
    (await operator.rpc('replay_webhooks', { webhook_id: null, target_name: 'crm', since: '2099-01-01' })).error,
  ).toBeNull()
}

/** Returns all rows of the webhook outbox, in the order of insertion. */
export async function rows(backend: TestBackend): Promise<Record<string, unknown>[]> {
  const { data, error } = await backend.secretClient().from('webhook_outbox').select('*').order('seq')
  expect(error).toBeNull()
  return data ?? []
}
