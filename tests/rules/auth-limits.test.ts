import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { callAuth, expectAuthError, HIGH_AUTH_LIMITS, readAuthError } from './auth-call.ts'
import { createMember, createRandomPassword } from './auth-member.ts'
import { runInDatabase } from './run-in-database.ts'

const test = createSharedBackendTest({ env: { ...HIGH_AUTH_LIMITS, AUTH_EMAIL_MAX_FREQUENCY: '60' } })

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
    expectAuthError(await signUp(), 429, 'over_email_send_rate_limit')
  }
})

const guess = (backend: TestBackend, email: string, password = 'not the right one') =>
  callAuth(backend, 'POST /token?grant_type=password', { body: { email, password } })

test('rate-limit rows with a future timestamp, left by a wrong clock, do not block password sign-in', async (backend) => {
  const { email } = createTestVisitor()
  for (let round = 0; round < 5; round++) expect((await guess(backend, email)).status).toBe(400)
  expect((await guess(backend, email)).status).toBe(429)
  await runInDatabase(backend, ["update auth.rate_buckets set updated_at = now() + interval '1 day'"])
  const statuses: number[] = []
  for (let round = 0; round < 6; round++) statuses.push((await guess(backend, email)).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
})
