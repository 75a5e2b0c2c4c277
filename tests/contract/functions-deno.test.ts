import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brand } from '../support/brand.ts'
import { startDenoFunction } from '../support/deno-function.ts'
import { type MailServer, startMailServer } from '../support/smtp-server.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'

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

function start(name: string) {
  return startDenoFunction(join(prepared.path, `supabase/functions/${name}/index.js`), {
    SUPABASE_URL: backend.url,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: backend.secretKey }),
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: backend.publishableKey }),
    SITE_URL: 'https://fondly.example',
    SMTP_URL: mailServer.url,
    PRODUCT: readFileSync(join(root, 'website/dist/product.json'), 'utf8'),
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
  for (const name of ['send-notifications', 'send-contact-email', 'deliver-mail', 'preview-mail']) {
    expect(config).toContain(`[functions.${name}]\nverify_jwt = false\nentrypoint = "./functions/${name}/index.js"`)
  }
  expect(config).not.toContain('import_map')
})
