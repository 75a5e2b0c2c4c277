import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { callAuth, expectAuthError, readAuthError } from './auth-call.ts'
import { createMember, extractMailCode, waitForNewestMail } from './auth-member.ts'
import { callAuthFromClientIp, createRandomClientIp, signInFromIp, TRUST_TEST_PROXY_ENV } from './auth-source.ts'
import { runInDatabase } from './run-in-database.ts'

/*
 * Tests docs/decisions.md, "Rate limits slow down the guessing client and lock no account", with requests from several client IP addresses.
 */

const test = createSharedBackendTest({ env: TRUST_TEST_PROXY_ENV })
const FEW = 30
const withFew = createSharedBackendTest({
  env: { ...TRUST_TEST_PROXY_ENV, AUTH_RATE_LIMIT_TOKEN_REFRESH: String(FEW) },
})
const tooMany = [429, 'over_request_rate_limit', 'Request rate limit reached']
const WRONG = 'not the right one'

/** Sends wrong passwords from one client IP address and returns the response statuses. */
async function guesses(backend: TestBackend, source: string, email: string, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let round = 0; round < times; round++) statuses.push((await signInFromIp(backend, source, email, WRONG)).status)
  return statuses
}

test('five wrong passwords from one client IP address block sign-in from there with 429 but not from other IP addresses', async (backend) => {
  const member = await createMember(backend)
  for (const { email } of [member, createTestVisitor()]) {
    const stranger = createRandomClientIp()
    expect(await guesses(backend, stranger, email, 7)).toEqual([400, 400, 400, 400, 400, 429, 429])
    const elsewhere = await signInFromIp(backend, createRandomClientIp(), email, member.password)
    expect(elsewhere.status).toBe(email === member.email ? 200 : 400)
    const refused = await signInFromIp(backend, stranger, email, member.password)
    expect(readAuthError(refused)).toEqual(tooMany)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(20)
  }
})

test('a known device can sign in while wrong passwords rate-limit other devices at the same IP address', async (backend) => {
  const { email, password } = await createMember(backend)
  const office = createRandomClientIp()
  expect((await signInFromIp(backend, office, email, password, 'a browser of the owner')).status).toBe(200)
  expect((await guesses(backend, office, email, 6)).at(-1)).toBe(429)
  expect((await signInFromIp(backend, office, email, password, 'a browser of the owner')).status).toBe(200)
  expect(readAuthError(await signInFromIp(backend, office, email, password, 'another browser'))).toEqual(tooMany)
})

withFew(
  'exhausting the POST /token rate limit of an IP address does not block a device that signed in from there before',
  async (backend) => {
    const { email, password } = await createMember(backend)
    const office = createRandomClientIp()
    const browser = 'a browser of the owner'
    const session = (await signInFromIp(backend, office, email, password, browser)).body
    const refresh = (token: string, userAgent: string) =>
      callAuthFromClientIp(backend, office, 'POST /token?grant_type=refresh_token', {
        body: { refresh_token: token },
        headers: { 'user-agent': userAgent },
      })
    for (let round = 0; round < FEW; round++) await refresh('x'.repeat(43), 'a browser of the stranger')
    expect(readAuthError(await refresh('x'.repeat(43), 'a browser of the stranger'))).toEqual(tooMany)
    expect(readAuthError(await signInFromIp(backend, office, email, password, 'another browser'))).toEqual(tooMany)
    expect((await signInFromIp(backend, office, email, password, browser)).status).toBe(200)
    expect((await refresh(session.refresh_token, browser)).status).toBe(200)
    // A device that has signed in to the account before has its own rate limit.
    for (let round = 0; round < FEW; round++) await refresh('x'.repeat(43), browser)
    expect(readAuthError(await refresh('x'.repeat(43), browser))).toEqual(tooMany)
  },
)

test('a password-only sign-in does not mark the device as known when the account has a second factor', async (backend) => {
  const { email, password, user } = await createMember(backend)
  await runInDatabase(backend, [
    `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ('${user.id}', 'totp', 'verified', 'GEZDGNBVGY3TQOJQ')`,
  ])
  const thief = createRandomClientIp()
  expect((await signInFromIp(backend, thief, email, password, 'a browser of the thief')).status).toBe(200)
  await guesses(backend, thief, email, 5)
  expect(readAuthError(await signInFromIp(backend, thief, email, password, 'a browser of the thief'))).toEqual(tooMany)
})

test('wrong codes from one IP address do not block the right code from another; twenty from any addresses invalidate it', async (backend) => {
  const { email } = await createMember(backend)
  const ask = () => callAuth(backend, 'POST /otp', { body: { email, create_user: true } })
  const verify = (source: string, token: string) =>
    callAuthFromClientIp(backend, source, 'POST /verify', { body: { type: 'email', email, token } })
  await ask()
  const right = extractMailCode(await waitForNewestMail(backend, email))
  const wrong = right === '000000' ? '000001' : '000000'
  const stranger = createRandomClientIp()
  const answers = await Promise.all(Array.from({ length: 60 }, () => verify(stranger, wrong)))
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(50)
  expect((await verify(createRandomClientIp(), right)).status).toBe(200)

  await ask()
  const next = extractMailCode(await waitForNewestMail(backend, email, 2))
  for (let round = 0; round < 20; round++) await verify(createRandomClientIp(), next === wrong ? '000002' : wrong)
  expectAuthError(await verify(createRandomClientIp(), next), 403, 'otp_expired')
})
