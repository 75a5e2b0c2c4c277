import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { callAuth, callAuthAsAdmin, HIGH_AUTH_LIMITS, readAuthError, readClientError } from './auth-call.ts'
import { createMember, createRandomPassword } from './auth-member.ts'
import { callAuthFromClientIp, createRandomClientIp, TRUST_TEST_PROXY_ENV } from './auth-source.ts'
import { runInDatabase } from './run-in-database.ts'

const tooMany = [429, 'over_request_rate_limit', 'Request rate limit reached']

const test = createSharedBackendTest({ env: { ...HIGH_AUTH_LIMITS, AUTH_EMAIL_MAX_FREQUENCY: '60' } })
/** The rate limit is counted per route, so tests that use different routes do not affect each other. */
const withLowLimits = createSharedBackendTest({
  env: {
    ...HIGH_AUTH_LIMITS,
    AUTH_ENABLE_ANONYMOUS_SIGN_INS: 'true',
    AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS: '2',
    AUTH_RATE_LIMIT_TOKEN_REFRESH: '2',
    AUTH_RATE_LIMIT_TOKEN_VERIFICATIONS: '2',
    AUTH_RATE_LIMIT_ANONYMOUS_USERS: '2',
  },
})
const withGlobalLimits = createSharedBackendTest({
  env: {
    ...TRUST_TEST_PROXY_ENV,
    AUTH_RATE_LIMIT_EMAIL_SENT: '2',
    AUTH_RATE_LIMIT_SMS_SENT: '2',
    AUTH_SMS_ENABLE_SIGNUP: 'true',
    AUTH_SMS_MAX_FREQUENCY: '60',
  },
})

test('POST /recover, /resend and /otp send one address at most one email a minute, whether or not it has an account', async (backend) => {
  const member = await createMember(backend)
  for (const { email } of [member, createTestVisitor()]) {
    const ask = (path: string, rest: object = {}) => callAuth(backend, `POST /${path}`, { body: { email, ...rest } })
    for (const [path, rest] of [
      ['recover', {}],
      ['resend', { type: 'signup' }],
    ] as const) {
      expect((await ask(path, rest)).status).toBe(200)
      const again = await ask(path, rest)
      const [status, code, message] = readAuthError(again)
      expect([status, code]).toEqual([429, 'over_email_send_rate_limit'])
      expect(message).toMatch(/^For security purposes, you can only request this after (5\d|60) seconds\.$/)
      expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(50)
    }
    expect((await ask('otp')).status).toBe(429) // POST /otp and POST /recover share one minimum interval between mails
  }
})

test('a second POST /signup for one address within a minute returns 429, whether or not it has an account', async (backend) => {
  const member = await createMember(backend)
  for (const { email } of [member, createTestVisitor()]) {
    const signUp = () => callAuth(backend, 'POST /signup', { body: { email, password: createRandomPassword() } })
    expect((await signUp()).status).toBe(200)
    expect(readAuthError(await signUp())).toMatchObject([429, 'over_email_send_rate_limit', expect.any(String)])
  }
})

const guess = (backend: TestBackend, email: string, password = 'not the right one') =>
  callAuth(backend, 'POST /token?grant_type=password', { body: { email, password } })

test('password sign-in to an address returns 429 after five wrong passwords, whether or not it has an account', async (backend) => {
  const member = await createMember(backend)
  for (const { email } of [member, createTestVisitor()]) {
    const statuses: number[] = []
    for (let round = 0; round < 6; round++) statuses.push((await guess(backend, email)).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    const answer = await guess(backend, email)
    expect(readAuthError(answer)).toEqual(tooMany)
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(20)
  }
  expect(readAuthError(await guess(backend, member.email, member.password))).toEqual(tooMany)
  const other = await createMember(backend)
  expect((await guess(backend, other.email, other.password)).status).toBe(200)
})

test('of fifty concurrent sign-ins with a wrong password, five are checked and the rest return 429', async (backend) => {
  const { email } = await createMember(backend)
  const answers = await Promise.all(Array.from({ length: 50 }, () => guess(backend, email)))
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(45)
})

withLowLimits(
  'an auth rate limit persists across a server kill and restart, and requests with the secret key are exempt',
  async (backend) => {
    const ask = () => callAuth(backend, 'POST /recover', { body: { email: createTestVisitor().email } })
    expect((await ask()).status).toBe(200)
    await backend.kill()
    await backend.start()
    expect((await ask()).status).toBe(200)
    expect(readAuthError(await ask())).toEqual(tooMany)
    const body = { email: createTestVisitor().email }
    expect((await callAuthAsAdmin(backend, 'POST /recover', { body })).status).toBe(200)
    expect((await callAuth(backend, 'POST /otp', { body })).status).toBe(200) // each route has its own rate limit counter
  },
)

withLowLimits(
  'token refresh, code verification and anonymous sign-up each return 429 beyond their own rate limit',
  async (backend) => {
    const several = async (ask: () => Promise<{ status: number }>) => {
      const statuses: number[] = []
      for (let round = 0; round < 3; round++) statuses.push((await ask()).status)
      return statuses
    }
    const body = { refresh_token: 'a'.repeat(43) }
    expect(await several(() => callAuth(backend, 'POST /token?grant_type=refresh_token', { body }))).toEqual([
      400, 400, 429,
    ])
    const code = { type: 'email', email: createTestVisitor().email, token: '000000' }
    expect(await several(() => callAuth(backend, 'POST /verify', { body: code }))).toEqual([403, 403, 429])
    expect(await several(() => callAuth(backend, 'POST /signup', { body: {} }))).toEqual([200, 200, 429])
  },
)

withGlobalLimits(
  'beyond the global email limit, POST /recover returns 429 for both known and unknown addresses',
  async (backend) => {
    const [member, other] = [await createMember(backend), await createMember(backend)]
    const ask = (email: string) =>
      callAuthFromClientIp(backend, createRandomClientIp(), 'POST /recover', { body: { email } })
    expect((await ask(member.email)).status).toBe(200)
    expect((await ask(createTestVisitor().email)).status).toBe(200)
    expect((await ask(other.email)).status).toBe(200)
    const full = [429, 'over_email_send_rate_limit', 'email rate limit exceeded']
    expect(readAuthError(await ask(member.email))).toEqual(full)
    expect(readAuthError(await ask(createTestVisitor().email))).toEqual(full)
    const { error } = await member.client.auth.updateUser({ email: createTestVisitor().email })
    expect(readClientError(error)).toEqual(full)
  },
)

withGlobalLimits(
  'SMS messages are limited by interval per phone number and by total count, with 429 beyond either limit',
  async (backend) => {
    const phone = () => `49151${Math.floor(Math.random() * 90_000_000 + 10_000_000)}`
    const ask = (number: string, source = createRandomClientIp()) =>
      callAuthFromClientIp(backend, source, 'POST /otp', { body: { phone: number } })
    const [first, source] = [phone(), createRandomClientIp()]
    expect((await ask(first, source)).status).toBe(200)
    const soon = readAuthError(await ask(first, source))
    expect(soon).toMatchObject([429, 'over_sms_send_rate_limit', expect.stringContaining('you can only request this')])
    expect((await ask(phone())).status).toBe(200)
    expect(readAuthError(await ask(phone()))).toEqual([429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded'])
  },
)

test('rate-limit rows with a future timestamp, left by a wrong clock, do not block password sign-in', async (backend) => {
  const { email } = createTestVisitor()
  for (let round = 0; round < 5; round++) expect((await guess(backend, email)).status).toBe(400)
  expect((await guess(backend, email)).status).toBe(429)
  await runInDatabase(backend, ["update auth.rate_buckets set updated_at = now() + interval '1 day'"])
  const statuses: number[] = []
  for (let round = 0; round < 6; round++) statuses.push((await guess(backend, email)).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
})
