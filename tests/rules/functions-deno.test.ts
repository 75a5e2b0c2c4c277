import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brand } from '../support/brand.ts'
import { startDenoFunction } from '../support/deno-function.ts'
import { createSelfSignedCertificate } from '../support/self-signed-certificate.ts'
import { type MailServer, startMailServer } from '../support/smtp-server.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { startWebhookReceiver, WEBHOOK_TEST_SECRET } from '../support/webhook-receiver.ts'

// Runs the edge functions under Deno, as deployed to Supabase. The data API that they call is this project's server.
const root = join(import.meta.dirname, '../..')
let prepared: TemporaryFolder
let backend: TestBackend
let mailServer: MailServer

beforeAll(async () => {
  prepared = await createTemporaryFolder('supabase-')
  execFileSync(process.execPath, [join(root, 'tools/prepare-supabase.ts'), prepared.path])
  mailServer = await startMailServer()
  backend = await startBackend({ env: { LIMIT_MESSAGES_PER_SOURCE: '3' } })
  // Pauses mail delivery, because the server's own mail worker would otherwise deliver the mails before the tested edge functions do.
  await backend.secretClient().from('app_settings').update({ value: 'true' }).eq('key', 'mail_paused')
})
afterAll(async () => {
  await backend[Symbol.asyncDispose]()
  await mailServer[Symbol.asyncDispose]()
  await prepared[Symbol.asyncDispose]()
})

function start(name: string, env: Record<string, string> = {}) {
  return startDenoFunction(join(prepared.path, `supabase/functions/${name}/index.js`), {
    SUPABASE_URL: backend.url,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: backend.secretKey }),
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: backend.publishableKey }),
    SITE_URL: 'https://fondly.example',
    SMTP_URL: mailServer.url,
    PRODUCT: readFileSync(join(root, 'website/dist/product.json'), 'utf8'),
    ...env,
  })
}

/** The header in which Supabase's edge network passes on the client IP address of a request. */
const FROM = { 'cf-connecting-ip': '198.51.100.4' }

async function call(url: string, apikey: string, body: unknown, from: Record<string, string> = FROM) {
  const headers = { apikey, 'content-type': 'application/json', ...from }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, origin: answer.headers.get('access-control-allow-origin'), body: await answer.json() }
}

test('the bundled edge functions for welcome mail, contact message and mail delivery work under Deno', async () => {
  await using welcome = await start('send-notifications')
  await using contact = await start('send-contact-email')
  await using delivery = await start('deliver-mail')
  const { name, email } = createTestVisitor()
  await backend.client().from('early_access_users').insert({ name, email })

  const key = backend.publishableKey
  const userData = { name, email, is_paid: false }
  expect((await call(welcome.url, 'sb_publishable_of-somebody-else', {})).status).toBe(401)
  const asked = await call(welcome.url, key, { type: 'welcome_free', userData })
  // While mail is paused, the function responds with 503 to every email address, so that the status does not reveal a stored sign-up.
  expect(asked).toMatchObject({ status: 503, origin: 'https://fondly.example', body: { success: false } })
  const message = { name, email, message: 'Does it read raw files?' }
  expect(await call(contact.url, key, message)).toMatchObject({ status: 200, body: { success: true } })
  expect((await call(contact.url, key, { name })).status).toBe(400)
  expect(mailServer.taken).toHaveLength(0)

  await pause(2_000) // the sign-up wakes the server's own mail worker within a second; the worker must find mail still paused
  await backend.secretClient().from('app_settings').update({ value: 'false' }).eq('key', 'mail_paused')
  expect((await call(delivery.url, key, {})).status).toBe(403)
  expect((await call(delivery.url, backend.secretKey, {})).status).toBe(200)
  const taken = await mailServer.arrived(2)
  expect(taken.flatMap(({ to }) => to).toSorted()).toEqual([email, brand.mailboxes.team].toSorted())
  for (const { log } of [welcome, contact, delivery]) expect(log()).not.toContain(email)
})

test('the bundled payment webhook verifies an event under Deno and needs no API key', async () => {
  const secret = `whsec_${'s'.repeat(32)}`
  await using webhook = await start('payment-webhook', { STRIPE_WEBHOOK_SECRET: secret })
  const { name, email } = createTestVisitor()
  const checkout = {
    ...{ id: `cs_${crypto.randomUUID()}`, mode: 'payment', payment_status: 'paid', payment_intent: 'pi_1' },
    ...{ amount_total: 2900, currency: 'eur', customer_details: { name, email } },
  }
  const event = {
    id: 'evt_1',
    type: 'checkout.session.completed',
    created: 1,
    livemode: true,
    data: { object: checkout },
  }
  const payload = JSON.stringify(event)
  const send = async (body: string) => {
    const headers = { 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }) }
    return (await fetch(webhook.url, { method: 'POST', headers, body })).status
  }
  expect(await send(`${payload} `)).toBe(400)
  expect(await send(payload)).toBe(200)
  expect(await send('x'.repeat(300_000))).toBe(413)
  expect((await fetch(webhook.url)).status).toBe(405)
  const { data } = await backend.secretClient().from('early_access_users').select().eq('email', email)
  expect(data).toMatchObject([{ amount: 29, currency: 'EUR', payment_verified: true }])
  expect(webhook.log()).not.toContain(email)
  await using unset = await start('payment-webhook')
  expect((await fetch(unset.url, { method: 'POST', body: payload })).status).toBe(404)
})

test('deliver-webhooks under Deno signs and delivers an event, and verifies the certificate for the host of the URL', async () => {
  await using receiver = await startWebhookReceiver()
  await using secure = await startWebhookReceiver(await createSelfSignedCertificate('localhost'))
  await using trusted = await createTemporaryFolder('certificate-')
  const certificate = join(trusted.path, 'authority.pem')
  writeFileSync(certificate, secure.certificate ?? '')
  const target = (name: string, url: string) => ({ name, url, secrets: [WEBHOOK_TEST_SECRET] })
  const targets = [
    target('plain', receiver.url),
    target('secure', secure.url.replace('127.0.0.1', 'localhost')),
    target('other', secure.url), // the certificate is not for this address
    target('private', 'https://10.0.0.1/'),
  ]
  const settings = {
    WEBHOOKS: JSON.stringify(targets),
    WEBHOOKS_PRIVATE_NETWORKS: '127.0.0.1,::1',
    DENO_CERT: certificate,
  }
  await using delivery = await start('deliver-webhooks', settings)
  expect((await call(delivery.url, backend.publishableKey, {})).status).toBe(403)
  const nothing = { success: true, delivered: 0, delayed: 0, dead: 0 }
  expect((await call(delivery.url, backend.secretKey, {})).body).toEqual(nothing)
  const visitor = createTestVisitor()
  await backend.client().from('early_access_users').insert(visitor)
  expect((await call(delivery.url, backend.secretKey, {})).body).toEqual({ ...nothing, delivered: 2, delayed: 2 })
  for (const { events } of [receiver, secure]) expect(events).toMatchObject([{ type: 'signup.created' }])
  expect(receiver.events[0]?.id).toBe(secure.events[0]?.id)
  const { data } = await backend
    .secretClient()
    .from('webhook_outbox')
    .select('target,last_error')
    .is('delivered_at', null)
  expect(Object.fromEntries((data ?? []).map((row) => [row['target'], row['last_error']]))).toEqual({
    other: expect.stringContaining('could not be reached'),
    private: expect.stringContaining('private address'),
  })
  expect(delivery.log()).not.toMatch(/guests\.example|whsec_|\/hook/)
})

test('an edge function counts its rate limit by cf-connecting-ip and ignores X-Forwarded-For and X-Real-IP', async () => {
  await using contact = await start('send-contact-email')
  const write = async (from: Record<string, string>, message: string) => {
    const { name, email } = createTestVisitor()
    return (await call(contact.url, backend.publishableKey, { name, email, message }, from)).status
  }
  const statuses = async (from: (at: number) => Record<string, string>) => {
    const answers: number[] = []
    for (let at = 1; at <= 5; at++) answers.push(await write(from(at), `Hello for the ${at}th time.`))
    return answers
  }
  const forged = (at: number) => ({
    'x-forwarded-for': `203.0.113.${at}, 198.51.100.9`,
    'x-real-ip': `203.0.113.${at}`,
  })
  const limited = [200, 200, 200, 429, 429]
  expect(await statuses((at) => ({ ...forged(at), 'cf-connecting-ip': '198.51.100.20' }))).toEqual(limited)
  expect(await statuses((at) => ({ ...forged(at), 'cf-connecting-ip': `2001:db8::${at}` }))).toEqual(limited)
  // Requests without the header in which Supabase's edge network passes on the client IP address share one rate limit counter;
  // otherwise they would have no limit.
  expect(await statuses(forged)).toEqual(limited)
  expect(await write({ 'cf-connecting-ip': '' }, 'Hello again.')).toBe(429)
})

test('the generated config.toml of the Supabase folder declares each edge function with its bundled entry point', () => {
  const config = readFileSync(join(prepared.path, 'supabase/config.toml'), 'utf8')
  for (const name of [
    'send-notifications',
    'send-contact-email',
    'deliver-mail',
    'deliver-webhooks',
    'payment-webhook',
    'preview-mail',
  ]) {
    expect(config).toContain(`[functions.${name}]\nverify_jwt = false\nentrypoint = "./functions/${name}/index.js"`)
  }
  expect(config).not.toContain('import_map')
})
