import { randomBytes, randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { callAuth, expectAuthError, HIGH_AUTH_LIMITS, readAuthError } from './auth-call.ts'
import { createMember, createRandomPassword } from './auth-member.ts'
import { runInDatabase } from './run-in-database.ts'

// Tests of cases that an ordinary client never causes: tokens that another service signed with the shared secret, and rows changed
// directly in the database.
const SECRET = randomBytes(32).toString('hex')
const test = createSharedBackendTest({
  env: {
    ...HIGH_AUTH_LIMITS,
    SUPABASE_JWT_SECRET: SECRET,
    AUTH_SMS_ENABLE_SIGNUP: 'true',
    AUTH_SMS_ENABLE_CONFIRMATIONS: 'true',
  },
})

/** Signs a token with the JWT secret that the server shares with other services. */
function aToken(claims: Record<string, unknown>): Promise<string> {
  const all = { role: 'authenticated', aud: 'authenticated', exp: Math.floor(Date.now() / 1000) + 60, ...claims }
  return new SignJWT(all).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(new TextEncoder().encode(SECRET))
}

test('an access token signed by another service with the JWT secret is accepted only for an existing user and session', async (backend) => {
  const { user } = await createMember(backend)
  const ask = async (claims: Record<string, unknown>) =>
    callAuth(backend, 'GET /user', { bearer: await aToken(claims) })
  const good = await ask({ sub: user.id })
  expect([good.status, good.body.id]).toEqual([200, user.id])
  expectAuthError(await ask({}), 403, 'bad_jwt', 'invalid claim: missing sub claim')
  expectAuthError(await ask({ sub: 'one' }), 400, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
  const unknown = [403, 'user_not_found', 'User from sub claim in JWT does not exist']
  expect(readAuthError(await ask({ sub: crypto.randomUUID() }))).toEqual(unknown)
  const oddSession = [403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID']
  expect(readAuthError(await ask({ sub: user.id, session_id: 'one' }))).toEqual(oddSession)
  const noSession = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist']
  expect(readAuthError(await ask({ sub: user.id, session_id: crypto.randomUUID() }))).toEqual(noSession)
  const other = await createMember(backend)
  const { session_id } = JSON.parse(
    Buffer.from(other.session.access_token.split('.')[1] ?? '', 'base64url').toString('utf8'),
  )
  expect(readAuthError(await ask({ sub: user.id, session_id }))).toEqual(noSession)
  expectAuthError(await ask({ sub: user.id, exp: 1 }), 403, 'bad_jwt', expect.stringContaining('expired'))
  const tokenWithoutSession = await aToken({ sub: user.id })
  expect((await callAuth(backend, 'POST /logout?scope=local', { bearer: tokenWithoutSession })).status).toBe(204)
  const factor = await callAuth(backend, 'POST /factors', {
    bearer: tokenWithoutSession,
    body: { factor_type: 'totp' },
  })
  expect(factor.status).toBe(200)
})

test('a deleted user cannot refresh a session, and a user without a confirmed address or number cannot reauthenticate', async (backend) => {
  const [deleted, mailless, phoneless] = [
    await createMember(backend),
    await createMember(backend),
    await createMember(backend),
  ]
  const number = `49151${randomInt(10_000_000, 99_999_999)}`
  await runInDatabase(backend, [
    `update auth.users set deleted_at = now() where id = '${deleted.user.id}'`,
    `update auth.users set email_confirmed_at = null where id = '${mailless.user.id}'`,
    `update auth.users set email = null, phone = '${number}' where id = '${phoneless.user.id}'`,
  ])
  const refreshed = await callAuth(backend, 'POST /token?grant_type=refresh_token', {
    body: { refresh_token: deleted.session.refresh_token },
  })
  const gone = [400, 'session_not_found', 'Invalid Refresh Token: No Valid Session Found']
  expect(readAuthError(refreshed)).toEqual(gone)
  const mail = await callAuth(backend, 'GET /reauthenticate', { bearer: mailless.session.access_token })
  expectAuthError(mail, 422, 'email_not_confirmed', 'Please verify your email first.')
  const phone = await callAuth(backend, 'GET /reauthenticate', { bearer: phoneless.session.access_token })
  expectAuthError(phone, 422, 'phone_not_confirmed', 'Please verify your phone first.')
})

test('phone sign-up returns sms_send_failed when the SMS cannot be stored, and the log does not contain the number', async (backend) => {
  await writeFile(join(backend.dataDir, 'sms'), 'a file where the folder should be')
  const phone = `49151${randomInt(10_000_000, 99_999_999)}`
  const answer = await callAuth(backend, 'POST /signup', { body: { phone, password: createRandomPassword() } })
  expectAuthError(answer, 422, 'sms_send_failed', 'The message could not be sent')
  expect(backend.log()).not.toContain(phone)
})
