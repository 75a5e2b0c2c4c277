import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLogger } from '@site/backend/http/log'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { deliverClaimedMail } from '../../../supabase/functions/_shared/deliver.ts'
import { deliverAfterResponse, deliverOneMail } from '../../../supabase/functions/_shared/deliver-soon.ts'
import { createFakeServices, createJsonRequest } from '../../../supabase/functions/_shared/fake-services.ts'
import { type EdgeFunctionServices, MailDeliveryError } from '../../../supabase/functions/_shared/services.ts'
import { drainTarget } from '../../../supabase/functions/_shared/webhooks/deliver-events.ts'
import type { WebhookTarget } from '../../../supabase/functions/_shared/webhooks/targets.ts'
import { deliverMail } from '../../../supabase/functions/deliver-mail/deliver-mail.ts'
import { deliverWebhooks } from '../../../supabase/functions/deliver-webhooks/deliver-webhooks.ts'
import { paymentWebhook } from '../../../supabase/functions/payment-webhook/payment-webhook.ts'
import { sendContactEmail } from '../../../supabase/functions/send-contact-email/send-contact-email.ts'
import { sendNotifications } from '../../../supabase/functions/send-notifications/send-notifications.ts'
import { createFunctionLog } from './function-services.ts'

const SECRET = `whsec_${'s'.repeat(32)}`
const mail = { id: '7d1c', kind: 'welcome_free', recipient: 'ada@example.com', data: { name: 'Ada' } }
const event = { id: 'row1', event_id: 'e1', kind: 'signup.created', data: {}, created_at: '2026-03-05T10:00:00Z' }
const target: WebhookTarget = {
  name: 'crm',
  url: new URL('https://hooks.example.com/'),
  format: 'standard',
  secrets: [`whsec_${Buffer.alloc(32, 1).toString('base64')}`],
  events: ['signup.created'],
  personal_data: true,
}
const away = () => {
  throw new Error('away')
}
const service = { role: 'service_role', source: '' } as const
const signUp = { type: 'welcome_free', userData: { name: 'Ada', email: 'ada@example.com', is_paid: false } }

type Results = Parameters<typeof createFakeServices>[0]
type Changed = Parameters<typeof createFakeServices>[1]
type Run = (services: EdgeFunctionServices) => Promise<unknown>

/** How each event of the edge functions comes about: the results of the database, the other services, and the call. */
const PRODUCED: Readonly<Record<string, [Results, Changed, Run]>> = {
  mail_sent: [{}, {}, (services) => deliverClaimedMail(mail, services)],
  mail_server_recovered: [{ mark_mail_sent: () => true }, {}, (services) => deliverClaimedMail(mail, services)],
  mail_delivery_failed: [{}, { mailer: { send: refuse } }, (services) => deliverClaimedMail(mail, services)],
  mail_server_failing: [
    { mark_mail_failed: () => 'pauses' },
    { mailer: { send: refuse } },
    (services) => deliverClaimedMail(mail, services),
  ],
  mail_claim_failed: [{ claim_mail_by_id: away }, {}, (services) => deliverOneMail('7d1c', services, 1_000)],
  mail_not_queued: [
    {},
    {},
    async (services) => {
      const later: Promise<unknown>[] = []
      deliverAfterResponse(() => Promise.reject(new Error('away')), { ...services, keepAlive: (it) => later.push(it) })
      await Promise.all(later)
    },
  ],
  mail_outbox_failed: [
    { claim_mail: away },
    { caller: service },
    (services) => deliverMail(createJsonRequest({}), services),
  ],
  webhook_outbox_failed: [
    { set_webhook_targets: away },
    { caller: service },
    (services) => deliverWebhooks(createJsonRequest({}), services),
  ],
  webhook_delivered: [
    oneEvent(),
    sending(204),
    (services) => drainTarget(target, services, AbortSignal.timeout(9_000)),
  ],
  webhook_delivery_failed: [
    oneEvent(),
    sending(500),
    (services) => drainTarget(target, services, AbortSignal.timeout(9_000)),
  ],
  contact_message_not_stored: [
    { store_contact_message: away },
    {},
    (services) =>
      sendContactEmail(createJsonRequest({ name: 'Ada', email: 'ada@example.com', message: 'Hello' }), services),
  ],
  welcome_mail_not_requested: [
    { request_welcome_mail: away },
    {},
    (services) => sendNotifications(createJsonRequest(signUp), services),
  ],
  payment_event: [{ record_payment_event: () => 'verified' }, paid(), (services) => sendPayment(services, 2900)],
  payment_event_not_stored: [{ record_payment_event: away }, paid(), (services) => sendPayment(services, 2900)],
  payment_event_refused: [{}, paid(), (services) => sendPayment(services, 2900, false)],
}

async function refuse(): Promise<never> {
  throw new MailDeliveryError('SMTP 550', 'server')
}

function oneEvent(): Results {
  const rows = [event]
  return { claim_webhook: () => rows.splice(0, 1) }
}

function sending(status: number): Changed {
  return { webhooks: { targets: [target], send: async () => ({ status, retryAfter: 0 }) } }
}

function paid(): Changed {
  return { payments: { webhookSecret: SECRET, mode: 'live' } }
}

async function sendPayment(services: EdgeFunctionServices, amount: number, livemode = true): Promise<void> {
  const session = {
    ...{ id: 'cs_live_1', object: 'checkout.session', mode: 'payment', payment_status: 'paid', payment_intent: 'pi_1' },
    ...{ amount_total: amount, currency: 'eur', customer_details: { name: 'Ada', email: 'ada@example.com' } },
  }
  const type = 'checkout.session.completed'
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type,
    created: 1_780_000_000,
    livemode,
    data: { object: session },
  })
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: SECRET })
  const headers = { 'stripe-signature': signature }
  await paymentWebhook.run(new Request('https://www.fondly.example/x', { method: 'POST', headers, body }), services)
}

test.each(Object.entries(PRODUCED))(
  'the log line of the event %s has that event',
  async (name, [results, changed, run]) => {
    const lines: { event: unknown }[] = []
    const log = createFunctionLog(createLogger((line) => lines.push(JSON.parse(line))))
    await run(createFakeServices(results, { ...changed, log }))
    expect(lines.map((line) => line.event)).toContain(name)
    for (const line of lines) expect(Object.keys(PRODUCED)).toContain(line.event)
  },
)

test('this file produces every event that the edge functions log', () => {
  const root = join(import.meta.dirname, '../../../supabase/functions')
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$|^_deno/.test(file))
  const logged = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/services\.log\(\s*'(\w+)'/g)].map(([, name = '']) => name),
  )
  expect(new Set(logged)).toEqual(new Set(Object.keys(PRODUCED)))
})
