import { randomBytes } from 'node:crypto'
import { expect, test as testAlone } from 'vitest'
import { createCommonBackendTest, testOnBackend } from '../support/backend-test.ts'
import { waitForMails } from '../support/mail-box.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { callAuth, callAuthAsAdmin, expectAuthError, HIGH_AUTH_LIMITS } from './auth-call.ts'
import {
  createMember,
  createRandomPassword,
  decodeTokenClaims,
  extractMailCode,
  signInOnNewClient,
} from './auth-member.ts'

const test = createCommonBackendTest({ env: HIGH_AUTH_LIMITS })

const refresh = (backend: TestBackend, refresh_token: string | undefined) =>
  callAuth(backend, 'POST /token?grant_type=refresh_token', { body: { refresh_token } })

test('concurrent refreshes with one refresh token all return 200 and the same new refresh token', async (backend) => {
  const { session } = await createMember(backend)
  const tabs = await Promise.all(Array.from({ length: 8 }, () => refresh(backend, session.refresh_token)))
  expect(tabs.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(new Set(tabs.map(({ body }) => body.refresh_token)).size).toBe(1)
  expect(new Set(tabs.map(({ body }) => decodeTokenClaims(body.access_token).session_id)).size).toBe(1)
  expect((await refresh(backend, tabs[0]?.body.refresh_token)).status).toBe(200)
})

test('a refresh token two rotations old returns the current refresh token within the reuse interval', async (backend) => {
  const { session } = await createMember(backend)
  const second = await refresh(backend, session.refresh_token)
  const third = await refresh(backend, second.body.refresh_token)
  const late = await refresh(backend, session.refresh_token)
  expect(late.body.refresh_token).toBe(third.body.refresh_token)
})

testOnBackend(
  'sessions, refresh tokens, mailed codes and rate limits survive a kill and restart; the secret key has no limit',
  {
    env: { ...HIGH_AUTH_LIMITS, AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS: '2' },
  },
  async (backend) => {
    const recover = () => callAuth(backend, 'POST /recover', { body: { email: createTestVisitor().email } })
    expect((await recover()).status).toBe(200)
    const { session } = await createMember(backend)
    const { email } = createTestVisitor()
    await backend.client().auth.signUp({ email, password: createRandomPassword() })
    const [mail] = await waitForMails(backend, email)
    if (!mail) throw new Error('A mail was expected.')
    await backend.kill()
    await backend.start()
    expect((await callAuth(backend, 'GET /user', { bearer: session.access_token })).status).toBe(200)
    expect((await refresh(backend, session.refresh_token)).status).toBe(200)
    const { error } = await backend.client().auth.verifyOtp({ email, token: extractMailCode(mail), type: 'signup' })
    expect(error).toBeNull()
    expect((await recover()).status).toBe(200)
    expectAuthError(await recover(), 429, 'over_request_rate_limit', 'Request rate limit reached')
    const body = { email: createTestVisitor().email }
    expect((await callAuthAsAdmin(backend, 'POST /recover', { body })).status).toBe(200)
    expect((await callAuth(backend, 'POST /otp', { body })).status).toBe(200) // each route has its own rate limit counter
  },
)

testAlone(
  'two server processes on one PostgreSQL database share accounts, sessions, codes and rate limits',
  async () => {
    const secretKey = `sb_secret_${randomBytes(18).toString('base64url')}`
    const jwtSecret = randomBytes(32).toString('hex')
    const keys = { ...HIGH_AUTH_LIMITS, SUPABASE_SECRET_KEY: secretKey, SUPABASE_JWT_SECRET: jwtSecret }
    await using first = await startBackend({ env: keys })
    const site = { ...keys, SITE_URL: first.url }
    await using second = await startBackend({ databaseUrl: first.databaseUrl, env: site })

    const admin = { ...first, secretClient: () => first.secretClient() }
    const { email } = createTestVisitor()
    const password = createRandomPassword()
    const made = await callAuth(admin, 'POST /admin/users', {
      apikey: secretKey,
      bearer: secretKey,
      body: { email, password, email_confirm: true },
    })
    expect(made.status).toBe(200)
    const { session } = await signInOnNewClient(first, { email, password })
    const there = await callAuth(second, 'GET /user', { bearer: session.access_token })
    expect([there.status, there.body.email]).toEqual([200, email])

    const both = await Promise.all(
      [first, second, first, second].map((backend) => refresh(backend, session.refresh_token)),
    )
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(both.map(({ body }) => body.refresh_token)).size).toBe(1)

    await callAuth(second, 'POST /otp', { body: { email } })
    const [mail] = await Promise.any([waitForMails(first, email), waitForMails(second, email)])
    if (!mail) throw new Error('A mail was expected.')
    const verified = await first.client().auth.verifyOtp({ email, token: extractMailCode(mail), type: 'email' })
    expect(verified.error).toBeNull()

    expect((await callAuth(second, 'POST /logout', { bearer: both[0]?.body.access_token })).status).toBe(204)
    expect((await callAuth(first, 'GET /user', { bearer: both[0]?.body.access_token })).status).toBe(403)

    const guesses = [first, second, first, second, first, second].map((backend) => async () => {
      const body = { email, password: 'not the right one' }
      return (await callAuth(backend, 'POST /token?grant_type=password', { body })).status
    })
    const statuses: number[] = []
    for (const guess of guesses) statuses.push(await guess())
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  },
)
