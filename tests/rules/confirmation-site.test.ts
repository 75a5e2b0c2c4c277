import { expect } from 'vitest'
import { createSharedBackendTest, testOnBackend } from '../support/backend-test.ts'
import { brand } from '../support/brand.ts'
import { waitForMails } from '../support/mail-box.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor, type TestVisitor } from '../support/test-visitor.ts'
import { expectOutcome, runAdminJson, runAdminOnBackend } from './admin-run.ts'
import { readSpots } from './wave-people.ts'

// Double opt-in through the HTTP API and the operator commands, with the mails that the site sends.

const test = createSharedBackendTest()

async function set(backend: TestBackend, key: string, value: string): Promise<void> {
  const reason = ['--reason', 'a test']
  expect(await runAdminOnBackend(backend, ['settings', 'set', key, value, ...reason])).toMatchObject({ code: 0 })
}

function insert(backend: TestBackend, visitor: TestVisitor) {
  return backend
    .client()
    .from('early_access_users')
    .insert({ ...visitor, is_paid: false })
}

function requestMail(backend: TestBackend, visitor: TestVisitor) {
  const body = { type: 'welcome_free', userData: { ...visitor, is_paid: false } }
  return backend.client().functions.invoke('send-notifications', { body })
}

/** Signs a visitor up as the site does, and returns the URL of the link in the mail. */
async function signUp(backend: TestBackend, visitor: TestVisitor): Promise<string> {
  expect((await insert(backend, visitor)).status).toBe(201)
  expect((await requestMail(backend, visitor)).error).toBeNull()
  const [mail] = await waitForMails(backend, visitor.email)
  expect(mail?.subject).toMatch(/^Confirm your sign-up/)
  const link = /https?:\/\/\S+\/confirm#[0-9a-f]{64}/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(new URL(link).origin).toBe(new URL(backend.url).origin)
  return link
}

function press(backend: TestBackend, link: string) {
  return backend.client().rpc('confirm_signup', { token: new URL(link).hash.slice(1) })
}

async function isConfirmed(backend: TestBackend, { email }: TestVisitor): Promise<boolean> {
  const operator = backend.secretClient()
  const { data } = await operator
    .from('early_access_users')
    .select('confirm_by,confirmed_at')
    .eq('email', email)
    .single()
  return data?.confirm_by === null && data.confirmed_at !== null
}

test('GET, HEAD and prefetch requests confirm nothing; a POST to confirm_signup does, and the welcome mail is sent', async (backend) => {
  await set(backend, 'confirm_signups', 'true')
  const visitor = createTestVisitor()
  const link = await signUp(backend, visitor)
  const { hash } = new URL(link)
  for (const init of [{}, { method: 'HEAD' }, { headers: { 'sec-purpose': 'prefetch' } }])
    expect((await fetch(link, init)).status).toBe(200)
  const call = `${backend.url}/rest/v1/rpc/confirm_signup?token=${hash.slice(1)}`
  for (const method of ['GET', 'HEAD']) {
    const response = await fetch(call, { method, headers: { apikey: backend.publishableKey } })
    expect(response.status).toBe(405)
  }
  expect(await isConfirmed(backend, visitor)).toBe(false)
  expect(await press(backend, link)).toMatchObject({ data: 'confirmed', error: null })
  expect(await press(backend, link)).toMatchObject({ data: 'already_confirmed', error: null })
  expect(await isConfirmed(backend, visitor)).toBe(true)
  const mails = await waitForMails(backend, visitor.email, { count: 2, within: 30_000 })
  expect(mails[1]?.subject).toBe(`Your ${brand.name} download`)
  expect(backend.log()).not.toContain(hash.slice(1, 20))
  expect(backend.log()).not.toContain(visitor.email)
})

test('concurrent sign-ups, stored in batches, are all unconfirmed, and each gets one confirmation mail', async (backend) => {
  await set(backend, 'confirm_signups', 'true')
  await set(backend, 'early_access_spots', '100')
  const visitors = Array.from({ length: 40 }, createTestVisitor)
  const answers = await Promise.all(visitors.map((visitor) => insert(backend, visitor)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  const emails = visitors.map(({ email }) => email)
  const operator = backend.secretClient()
  const stored = await operator.from('early_access_users').select('confirm_by').in('email', emails)
  expect(stored.data?.filter(({ confirm_by }) => confirm_by !== null)).toHaveLength(40)
  const mails = await operator.from('mail_outbox').select('kind').in('recipient', emails)
  expect(mails.data).toEqual(visitors.map(() => ({ kind: 'signup_confirmation' })))
  expect(await readSpots(backend)).toBe(60)
})

test('the operator commands distinguish unconfirmed sign-ups from confirmed ones', async (backend) => {
  await set(backend, 'confirm_signups', 'true')
  const [waiting, confirmed] = [createTestVisitor(), createTestVisitor()]
  await signUp(backend, waiting)
  await press(backend, await signUp(backend, confirmed))
  const list = async (...options: string[]) =>
    (await runAdminJson(backend, ['signups', 'list', '--limit', '1000', ...options])).map(
      ({ email }: { email: string }) => email,
    )
  expect(await list()).toEqual(expect.arrayContaining([waiting.email, confirmed.email]))
  const unconfirmed = await list('--status', 'unconfirmed')
  expect([unconfirmed.includes(waiting.email), unconfirmed.includes(confirmed.email)]).toEqual([true, false])
  const run = async (...args: string[]) => (await runAdminOnBackend(backend, args)).out
  expect(await run('signups', 'list', '--search', waiting.email)).toContain('unconfirmed')
  expect(await run('today')).toMatch(/Not confirmed yet +\d+/)
  expect(await run('spots', 'show')).toMatch(/Not confirmed yet +\d+/)
  expect(await run('privacy', 'show', waiting.email)).toMatch(/Not confirmed, asked to confirm by +\w{3} \d+, 2/)
  expect(await run('privacy', 'show', confirmed.email)).toMatch(/Confirmed +\w{3} \d+, 2/)
  const csv = (await run('signups', 'export')).split('\r\n')
  expect(csv[0]).toMatch(/,wave,id,confirm_by,confirmed_at$/)
  expect(csv.find((line) => line.includes(waiting.email))).toMatch(/,2[\d-]+T[^,]+,$/)
  expect(csv.find((line) => line.includes(confirmed.email))).toMatch(/,,2[\d-]+T[^,]+$/)
  expect(await run('waves', 'plan', '--next', '5')).toMatch(/Left out: \d+ not confirmed yet/)
  await expectOutcome(
    runAdminOnBackend(backend, ['settings', 'set', 'confirm_within_hours', '721', '--reason', 'x']),
    2,
    'confirm_within_hours is a whole number from 1 to 720, and "721" is not.',
  )
  await set(backend, 'confirm_signups', 'false')
  expect((await run('signups', 'export')).split('\r\n')[0]).toMatch(/,wave,id$/)
})

testOnBackend(
  'a server that is killed and started again deletes expired sign-ups and gives each spot back once',
  async (backend) => {
    await set(backend, 'confirm_signups', 'true')
    await set(backend, 'early_access_spots', '1000')
    const visitors = Array.from({ length: 700 }, createTestVisitor)
    for (let at = 0; at < visitors.length; at += 100)
      await Promise.all(visitors.slice(at, at + 100).map((visitor) => insert(backend, visitor)))
    expect(await readSpots(backend)).toBe(300)
    const operator = backend.secretClient()
    const past = { confirm_by: new Date(Date.now() - 1000).toISOString() }
    await operator.from('early_access_users').update(past).not('confirm_by', 'is', null)
    await backend.kill()
    // The retention worker runs at the start, in batches of 500. The second kill may interrupt it between the batches or within one.
    await backend.start()
    while ((await readSpots(backend)) === 300);
    await backend.kill()
    await backend.start()
    await expect.poll(() => readSpots(backend), { timeout: 20_000 }).toBe(1000)
    for (const table of ['early_access_users', 'mail_outbox']) {
      const { count } = await operator.from(table).select('id', { count: 'exact', head: true })
      expect([table, count]).toEqual([table, 0])
    }
  },
)
