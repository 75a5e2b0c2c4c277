// Tests of account pre-hijacking: an attacker registers another person's email address or phone number and waits for the owner to
// confirm it (docs/decisions.md, "A password takes effect with the message that proves the address").
import { afterAll, expect } from 'vitest'
import { type BackendTest, createSharedBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { callAuth } from './auth-call.ts'
import { createRandomPassword } from './auth-member.ts'
import { startTestIdentityProvider } from './auth-provider.ts'
import { createRandomPhoneNumber, waitForSmsCode } from './auth-sms.ts'
import { callAuthFromClientIp, TRUST_TEST_PROXY_ENV } from './auth-source.ts'
import {
  createTakeOverAttempt,
  findPartyAbleToSignIn,
  pauseMailDelivery,
  readNewestQueuedMail,
  readQueuedMails,
  sendTakeOverRequest,
  signInByProvider,
  type TakeOverAttempt,
} from './auth-take-over-attempt.ts'
import { phoneTakeOverCases, type TakeOverCase, takeOverCases } from './auth-take-over-states.ts'
import { runInDatabase } from './run-in-database.ts'

const provider = await startTestIdentityProvider()
const onSharedBackend = createSharedBackendTest({
  env: {
    ...TRUST_TEST_PROXY_ENV,
    ...provider.env,
    AUTH_SMS_ENABLE_SIGNUP: 'true',
    AUTH_SMS_ENABLE_CONFIRMATIONS: 'true',
  },
})
afterAll(() => provider[Symbol.asyncDispose]())

function test(title: string, run: BackendTest): void {
  onSharedBackend(title, async (backend) => {
    await pauseMailDelivery(backend)
    await run(backend)
  })
}

/** The PKCE challenges of the attacker and the owner: each wants the link in the mail to open a session in its own browser. */
const challenges = {
  attacker: { code_challenge: 'attacker-'.repeat(6), code_challenge_method: 'plain' },
  owner: { code_challenge: 'owner-'.repeat(8), code_challenge_method: 'plain' },
} as const

const LAPTOP = '203.0.113.9'
const ELSEWHERE = '198.51.100.7'

/**
 * Confirms the email address as its owner: by the newest message of the given kind, or by signing in with a provider that has
 * verified the address.
 */
async function prove(backend: TestBackend, attempt: TakeOverAttempt, { proof, steps }: TakeOverCase): Promise<void> {
  const { contact, networks } = attempt
  if (!('email' in contact)) throw new Error('A number is proved by its code.')
  const { email } = contact
  if (proof === 'verifying provider') {
    const entered = await signInByProvider(backend, provider, networks.owner, {
      sub: crypto.randomUUID(),
      email,
      email_verified: true,
    })
    expect(entered.status).toBe(200)
    return
  }
  const isRecovery = proof.startsWith('recovery')
  const sent = await readQueuedMails(backend, email)
  const mail = sent.find(({ type }) => (type === 'recovery') === isRecovery)
  if (mail === undefined) throw new Error(`There is no such mail after ${steps.join(' > ')}.`)
  const { tokenHash: token_hash, type } = mail
  if (proof === 'followed link') {
    const answer = await callAuthFromClientIp(
      backend,
      networks.owner,
      `GET /verify?token=${token_hash}&type=${type}`,
      {},
    )
    expect(answer.headers.get('location')).toContain('access_token=')
    return
  }
  if (proof === 'followed PKCE link') return await exchange(backend, attempt, { type, token: token_hash })
  const body = proof.endsWith('code') ? { type, email, token: mail.code } : { type, token_hash }
  const answer = await callAuthFromClientIp(backend, networks.owner, 'POST /verify', { body })
  expect([steps, proof, answer.status]).toEqual([steps, proof, 200])
}

/**
 * Follows a mailed link with a PKCE challenge. Asserts that only the party that requested the mail can exchange the resulting code
 * for a session.
 */
async function exchange(
  backend: TestBackend,
  { networks }: TakeOverAttempt,
  link: Record<string, string>,
): Promise<void> {
  const answer = await callAuthFromClientIp(backend, networks.owner, `GET /verify?${new URLSearchParams(link)}`, {})
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code')
  const statuses = await Promise.all(
    (['attacker', 'owner'] as const).map(async (actor) => {
      const body = { auth_code: code, code_verifier: challenges[actor].code_challenge }
      return (await callAuthFromClientIp(backend, networks[actor], 'POST /token?grant_type=pkce', { body })).status
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
}

/** Runs six test cases at a time, because each spends most of its time waiting for mails and for responses with a minimum duration. */
async function runConcurrently<T>(items: readonly T[], run: (item: T) => Promise<string>): Promise<string[]> {
  const waiting = [...items]
  const found: string[] = []
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) found.push(await run(next))
  }
  await Promise.all(Array.from({ length: 6 }, worker))
  return found.sort()
}

const firstSteps = [...new Set(takeOverCases.flatMap(({ steps: [first] }) => (first === undefined ? [] : [first])))]

for (const first of firstSteps) {
  const title = `after “${first}” and further steps, only the listed party can sign in once the address is confirmed`
  test(title, async (backend) => {
    const mine = takeOverCases.filter(({ steps }) => steps[0] === first)
    const found = await runConcurrently(mine, async (row) => {
      const attempt = createTakeOverAttempt({ email: createTestVisitor().email })
      const flow = row.proof === 'followed PKCE link' ? challenges : undefined
      for (const step of row.steps) await sendTakeOverRequest(backend, provider, attempt, step, flow)
      await prove(backend, attempt, row)
      return `${row.steps.join(' > ')} | ${row.proof}: ${await findPartyAbleToSignIn(backend, provider, attempt)}`
    })
    const expected = mine.map(({ steps, proof, outcome }) => `${steps.join(' > ')} | ${proof}: ${outcome}`)
    expect(found).toEqual(expected.sort())
  })
}

test('once the SMS code of a number with competing sign-ups is verified, only the expected party can sign in by password', async (backend) => {
  const found = await runConcurrently(phoneTakeOverCases, async ({ steps }) => {
    const phone = createRandomPhoneNumber()
    const attempt = createTakeOverAttempt({ phone })
    for (const step of steps) await sendTakeOverRequest(backend, provider, attempt, step)
    const token = await waitForSmsCode(backend, phone)
    const proved = await callAuthFromClientIp(backend, attempt.networks.owner, 'POST /verify', {
      body: { type: 'sms', phone, token },
    })
    expect([steps, proved.status]).toEqual([steps, 200])
    return `${steps.join(' > ')}: ${await whoCanSignInByPhone(backend, attempt)}`
  })
  expect(found).toEqual(phoneTakeOverCases.map(({ steps, outcome }) => `${steps.join(' > ')}: ${outcome}`).sort())
})

async function whoCanSignInByPhone(
  backend: TestBackend,
  { contact, passwords, networks }: TakeOverAttempt,
): Promise<string> {
  const statuses = await Promise.all(
    (['attacker', 'owner'] as const).map(async (actor) => {
      const body = { ...contact, password: passwords[actor] }
      return (await callAuthFromClientIp(backend, networks[actor], 'POST /token?grant_type=password', { body })).status
    }),
  )
  if (statuses[0] === 200) return statuses[1] === 200 ? 'both' : 'attacker'
  return statuses[1] === 200 ? 'owner' : 'nobody'
}

test('a sign-up confirmed on a different device keeps its password, even after a later sign-in by emailed code', async (backend) => {
  const { email } = createTestVisitor()
  const password = createRandomPassword()
  await callAuthFromClientIp(backend, LAPTOP, 'POST /signup', { body: { email, password, data: { name: 'Ada' } } })
  const { tokenHash: token_hash, type } = await readNewestQueuedMail(backend, email)
  const confirmed = await callAuth(backend, 'POST /verify', { body: { type, token_hash } })
  expect(confirmed.body.user).toMatchObject({ email, user_metadata: { name: 'Ada', email_verified: true } })
  const signIn = () =>
    callAuthFromClientIp(backend, LAPTOP, 'POST /token?grant_type=password', { body: { email, password } })
  expect((await signIn()).status).toBe(200)
  await callAuth(backend, 'POST /otp', { body: { email } })
  const { code: token } = await readNewestQueuedMail(backend, email)
  expect((await callAuth(backend, 'POST /verify', { body: { type: 'email', email, token } })).status).toBe(200)
  expect((await signIn()).status).toBe(200)
})

test('an unverified OAuth identity stays unconfirmed when the provider verifies a different email address for it', async (backend) => {
  const { email } = createTestVisitor()
  const sub = crypto.randomUUID()
  await signInByProvider(backend, provider, ELSEWHERE, { sub, email, email_verified: false })
  const other = createTestVisitor().email
  const answer = await signInByProvider(backend, provider, ELSEWHERE, { sub, email: other, email_verified: true })
  expect(answer.body.error_code).toBe('provider_email_needs_verification')
  expect((await signInByProvider(backend, provider, LAPTOP, { sub, email, email_verified: true })).status).toBe(200)
})

/**
 * Returns SQL that raises an exception if a table contains rows of the account that the account's owner did not create, with the
 * name of the table. The SQL reads the system catalogue, so that it covers tables that are added later.
 */
const nothingLeft = (email: string) => `
  do $$
  declare
    it record;
    owned uuid := (select id from auth.users where email = '${email}');
    found integer;
  begin
    if owned is null then raise exception 'there is no such account'; end if;
    for it in
      select table_name from information_schema.columns
      where table_schema = 'auth' and column_name = 'user_id' and table_name not in ('identities', 'sessions', 'refresh_tokens', 'known_devices')
    loop
      execute format('select count(*) from auth.%I where user_id = $1', it.table_name) into found using owned;
      if found > 0 then raise exception 'auth.% still holds % rows', it.table_name, found; end if;
    end loop;
    if (select count(*) from auth.sessions where user_id = owned) <> 1 then raise exception 'sessions'; end if;
    if exists (select from auth.known_devices where user_id = owned and device = 'of the attacker') then raise exception 'devices'; end if;
    if (select count(*) from auth.identities where user_id = owned) <> 1 then raise exception 'identities'; end if;
    if exists (select from auth.users where id = owned and (email_change is not null or phone_change is not null
      or raw_user_meta_data ? 'by' or encrypted_password is not null)) then raise exception 'the user''s own row'; end if;
  end $$`

const leftBehind = (email: string) => `
  insert into auth.sessions (user_id) select id from auth.users where email = '${email}';
  insert into auth.mfa_factors (user_id, factor_type, status) select id, 'totp', 'verified' from auth.users where email = '${email}';
  insert into auth.webauthn_credentials (user_id, credential_id, public_key) select id, id::text, ''::bytea from auth.users where email = '${email}';
  insert into auth.known_devices (user_id, device) select id, 'of the attacker' from auth.users where email = '${email}';
  insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
    select id, 'registration', '{}', now() + interval '1 hour' from auth.users where email = '${email}';
  insert into auth.flow_state (user_id, authentication_method) select id, 'email/signup' from auth.users where email = '${email}';
  insert into auth.identities (user_id, provider, provider_id, identity_data)
    select id, 'web3', 'web3:ethereum:' || id, '{}' from auth.users where email = '${email}';
  insert into auth.one_time_tokens (user_id, token_type, code_hash, relates_to)
    select id, 'email_change_new', 'x', 'trap@attacker.example.net' from auth.users where email = '${email}';
  update auth.users set email_change = 'trap@attacker.example.net', phone_change = '491510000000' where email = '${email}'`

test('proving an email address deletes every row an attacker left for the account in any auth table with a user_id', async (backend) => {
  const [byCode, byRecovery, byProvider] = [
    createTestVisitor().email,
    createTestVisitor().email,
    createTestVisitor().email,
  ]
  const all = [byCode, byRecovery, byProvider]
  for (const email of all)
    await sendTakeOverRequest(backend, provider, createTakeOverAttempt({ email }), 'attacker signs up')
  await runInDatabase(backend, all.map(leftBehind))
  await sendTakeOverRequest(backend, provider, createTakeOverAttempt({ email: byCode }), 'code')
  await sendTakeOverRequest(backend, provider, createTakeOverAttempt({ email: byRecovery }), 'recover')
  for (const email of [byCode, byRecovery]) {
    const { tokenHash: token_hash, type } = await readNewestQueuedMail(backend, email)
    expect((await callAuthFromClientIp(backend, LAPTOP, 'POST /verify', { body: { type, token_hash } })).status).toBe(
      200,
    )
  }
  const entered = { sub: crypto.randomUUID(), email: byProvider, email_verified: true }
  expect((await signInByProvider(backend, provider, LAPTOP, entered)).status).toBe(200)
  await runInDatabase(backend, all.map(nothingLeft))
})
