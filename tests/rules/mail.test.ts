import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test as register } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { brand } from '../support/brand.ts'
import { readReceivedMails, waitForMails } from '../support/mail-box.ts'
import { type MailServer, startMailServer } from '../support/smtp-server.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTestVisitor, type TestVisitor } from '../support/test-visitor.ts'
import { clearOutbox, deliverMails, expireMailLeases, makeUnsentMailsDue, readOutboxRows } from './mail-outbox.ts'

const LATE = { success: false, error: 'Signup successful, but welcome email may be delayed.' }

const onBackend = createSharedBackendTest()

/** Signs up and requests the welcome mail as the page does. Returns the status and body of the mail request. */
async function signUp(backend: TestBackend, visitor: TestVisitor) {
  const client = backend.client()
  const inserted = await client.from('early_access_users').insert({ ...visitor, is_paid: false })
  expect(inserted.error).toBeNull()
  const body = { type: 'welcome_free', userData: { ...visitor, is_paid: false } }
  const { data, error } = await client.functions.invoke('send-notifications', { body })
  return error === null
    ? { status: 200, body: data }
    : { status: error.context.status, body: await error.context.json() }
}

function write(backend: TestBackend, visitor: TestVisitor) {
  return backend.client().functions.invoke('send-contact-email', { body: { ...visitor, message: 'Hello.' } })
}

/** Waits until the first delivery of at least `count` mails has failed. The server delivers a mail only after it has responded to the sign-up. */
async function waitForFailures(backend: TestBackend, count: number): Promise<void> {
  const failed = async () => (await readOutboxRows(backend)).filter(({ last_error }) => last_error !== null)
  await expect.poll(async () => (await failed()).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count)
}

/** Waits until the first delivery of a mail has failed. The test must not make the mail due before, because it would then be sent twice. */
async function waitForFirstFailure(backend: TestBackend, recipient: string): Promise<void> {
  const error = async () => (await readOutboxRows(backend)).find((row) => row.recipient === recipient)?.last_error
  await expect.poll(error, { timeout: 30_000 }).toEqual(expect.any(String))
}

type MailSetup = { backend: TestBackend; server: MailServer }

/** The backend with a mail server that most tests of this file share. */
let mailSetup: Promise<MailSetup> | undefined

async function startMailSetup(): Promise<MailSetup> {
  const server = await startMailServer()
  const env = { SMTP_URL: server.url, MAIL_FROM: 'Ada <hello@fondly.example>' }
  return { server, backend: await startBackend({ env }) }
}

afterAll(async () => {
  if (mailSetup === undefined) return
  const { backend, server } = await mailSetup
  await backend[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

/** Registers a test with a backend that sends mail through a mail server. The outbox and the mail server are empty at the start. */
function test(title: string, run: (site: MailSetup) => Promise<void>): void {
  register(title, async () => {
    const { backend, server } = await (mailSetup ??= startMailSetup())
    await clearOutbox(backend)
    server.mood = 'takes'
    server.taken.length = 0
    await run({ backend, server })
    expect(backend.log()).not.toMatch(/[\w.+-]+@[\w.-]*example\.(com|org)/)
  })
}

test('a welcome mail is sent once, as text and HTML, from the configured sender', async ({ backend, server }) => {
  const visitor = createTestVisitor()
  expect(await signUp(backend, visitor)).toEqual({ status: 200, body: { success: true } })
  await deliverMails(backend)
  // The server's own worker, or the function after its response, may be delivering the mail.
  const rows = () => readOutboxRows(backend)
  await expect.poll(rows).toMatchObject([{ kind: 'welcome_free', attempts: 1, sent_at: expect.any(String) }])
  expect(server.taken).toHaveLength(1)
  const [taken] = server.taken
  expect(taken).toMatchObject({ from: 'hello@fondly.example', to: [visitor.email] })
  expect(taken?.mail).toMatchObject({
    from: { name: 'Ada', address: 'hello@fondly.example' },
    to: [{ address: visitor.email }],
    text: expect.stringContaining(`Thanks for trying ${brand.name}.`),
    html: expect.stringContaining(`trying ${brand.name.replaceAll('&', '&amp;').replaceAll("'", '&#39;')}.`),
  })
  expect(taken?.source).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
  expect(await readReceivedMails(backend, visitor.email)).toEqual([]) // a mail sent by SMTP is not written to a file as well
})

test('after a temporary SMTP error the sign-up is kept, and its mail is retried once it is due', async (site) => {
  const { backend, server } = site
  for (const mood of [{ recipient: 450 }, { message: 451 }]) {
    server.mood = mood
    const visitor = createTestVisitor()
    // The response to a sign-up is a success even if the delivery of its mail fails.
    expect(await signUp(backend, visitor)).toEqual({ status: 200, body: { success: true } })
    const row = async () => (await readOutboxRows(backend)).find(({ recipient }) => recipient === visitor.email)
    await expect.poll(async () => (await row())?.last_error).toEqual(expect.any(String))
    const waiting = await row()
    expect(waiting).toMatchObject({
      attempts: 1,
      sent_at: null,
      gave_up_at: null,
      last_error: expect.stringMatching(/^SMTP 45/),
    })
    expect(waiting?.last_error).not.toContain('@')

    server.mood = 'takes'
    await deliverMails(backend)
    expect(server.taken.filter(({ to }) => to.includes(visitor.email))).toEqual([]) // the retry of the rejected mail is not due yet
    await makeUnsentMailsDue(backend)
    await deliverMails(backend)
    // Polls, because the server's own mail worker may be delivering the retry instead.
    const taken = () => server.taken.filter(({ to }) => to.includes(visitor.email))
    await expect.poll(taken).toHaveLength(1)
  }
})

test('after a permanent SMTP error a mail is retried only through retry_mail', async ({ backend, server }) => {
  server.mood = { recipient: 550 }
  const visitor = createTestVisitor()
  expect((await signUp(backend, visitor)).status).toBe(200)
  await expect.poll(async () => (await readOutboxRows(backend))[0]?.gave_up_at).toEqual(expect.any(String))
  expect(await readOutboxRows(backend)).toMatchObject([{ attempts: 1, sent_at: null, gave_up_at: expect.any(String) }])
  server.mood = 'takes'
  await makeUnsentMailsDue(backend)
  await deliverMails(backend)
  expect(server.taken).toEqual([])
  const [mail] = await readOutboxRows(backend)
  expect(await backend.secretClient().rpc('retry_mail', { mail_id: mail?.id })).toMatchObject({
    data: true,
    error: null,
  })
  await deliverMails(backend)
  await expect.poll(() => server.taken).toHaveLength(1) // the server's own worker may be delivering the mail
})

test('if the SMTP connection is lost after the last byte of a mail, the mail is resent once with the same Message-ID', async (site) => {
  const { backend, server } = site
  server.mood = 'dies'
  expect((await signUp(backend, createTestVisitor())).status).toBe(200)
  await expect.poll(async () => (await readOutboxRows(backend))[0]?.last_error).toEqual(expect.any(String))
  server.mood = 'takes'
  await makeUnsentMailsDue(backend)
  await deliverMails(backend)
  // Waits until the delivery is recorded, because the server's own mail worker may be delivering the retry. A mail whose lease
  // ended before that would be sent a third time.
  await expect.poll(async () => (await readOutboxRows(backend))[0]?.sent_at).toEqual(expect.any(String))
  await deliverMails(backend)
  expect(server.taken).toHaveLength(2)
  expect(server.taken[0]?.mail.messageId).toBe(server.taken[1]?.mail.messageId)
})

test('a server killed before recording a sent mail sends at most one duplicate', async ({ backend, server }) => {
  server.mood = 'hangs'
  expect((await write(backend, createTestVisitor())).error).toBeNull()
  await server.arrived(1)
  await backend.kill()
  server.mood = 'takes'
  await backend.start()
  await deliverMails(backend)
  expect(server.taken).toHaveLength(1) // the killed process still holds the lease of the mail, so the mail is not sent again yet
  await expireMailLeases(backend)
  await makeUnsentMailsDue(backend)
  await deliverMails(backend)
  await deliverMails(backend)
  expect(server.taken).toHaveLength(2)
  expect(await readOutboxRows(backend)).toMatchObject([{ sent_at: expect.any(String) }])
})

test('on shutdown the server completes and records a mail delivery in progress', async ({ backend, server }) => {
  server.mood = 'slow'
  const writing = write(backend, createTestVisitor())
  await server.arrived(1)
  await backend.stop()
  await writing
  server.mood = 'takes'
  await backend.start()
  await makeUnsentMailsDue(backend)
  await deliverMails(backend)
  expect(server.taken).toHaveLength(1)
})

test('a mail server that does not respond delays no contact message or sign-up', async ({ backend, server }) => {
  server.mood = 'hangs'
  // The maximum response time in milliseconds, well below the 20 seconds after which the server gives up the SMTP connection.
  const soon = 15_000
  const began = performance.now()
  expect((await write(backend, createTestVisitor())).data).toEqual({ success: true })
  const written = performance.now()
  expect(written - began).toBeLessThan(soon)
  expect(await signUp(backend, createTestVisitor())).toEqual({ status: 200, body: { success: true } })
  expect(performance.now() - written).toBeLessThan(soon)
  expect(await readOutboxRows(backend)).toMatchObject([{ sent_at: null }, { sent_at: null }])
})

register('two servers that share a database send each queued mail exactly once', async () => {
  await using server = await startMailServer({ recipient: 450 })
  const env = { SMTP_URL: server.url }
  await using first = await startBackend({ env })
  await using second = await startBackend({ env, databaseUrl: first.databaseUrl })
  const visitors = Array.from({ length: 40 }, createTestVisitor)
  await Promise.all(visitors.map((visitor, index) => signUp(index % 2 === 0 ? first : second, visitor)))
  await waitForFailures(first, visitors.length)
  server.mood = 'takes'
  await makeUnsentMailsDue(first)
  await Promise.all([deliverMails(first), deliverMails(second), deliverMails(second), deliverMails(first)])
  await server.arrived(visitors.length)
  expect(server.taken.flatMap(({ to }) => to).sort()).toEqual(visitors.map(({ email }) => email).sort())
})

onBackend(
  'while the mail folder is not writable, a sign-up is stored, and the mail worker delivers its mail by a later retry without a request',
  async (backend) => {
    const folder = join(backend.dataDir, 'mail')
    await rm(folder, { recursive: true, force: true })
    await writeFile(folder, 'a file stands where the folder belongs')
    const visitor = createTestVisitor()
    expect(await signUp(backend, visitor)).toEqual({ status: 503, body: LATE })
    expect((await write(backend, visitor)).data).toEqual({ success: true })
    await waitForFirstFailure(backend, visitor.email)
    await rm(folder)
    await makeUnsentMailsDue(backend)
    expect(await waitForMails(backend, visitor.email, { within: 20_000 })).toHaveLength(1)
  },
)

onBackend(
  'the mail worker sends the welcome mail right after a sign-up, without a call to send-notifications',
  async (backend) => {
    const started = Date.now()
    for (let count = 0; count < 6; count += 1) {
      const visitor = createTestVisitor()
      expect((await backend.client().from('early_access_users').insert(visitor)).error).toBeNull()
      expect(await waitForMails(backend, visitor.email, { within: 20_000 })).toHaveLength(1)
    }
    // The mail worker polls at intervals of at least 7.5 s. Six mails in under 30 s therefore prove that each sign-up wakes the worker.
    expect(Date.now() - started).toBeLessThan(30_000)
  },
)
