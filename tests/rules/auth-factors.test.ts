import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { callAuth, expectAuthError, HIGH_AUTH_LIMITS } from './auth-call.ts'
import {
  addTotpFactor,
  createMember,
  createRandomPassword,
  createTotpCode,
  decodeTokenClaims,
  enrolTotpFactor,
  recordAuthEvents,
  signInOnNewClient,
  waitForNewestMail,
} from './auth-member.ts'
import { runInDatabase } from './run-in-database.ts'

const test = createCommonBackendTest({ env: HIGH_AUTH_LIMITS })

/** Creates a member with a TOTP factor whose session has verified the factor (aal2). */
async function aProtectedMember(backend: TestBackend) {
  const member = await createMember(backend)
  const { id, secret } = await addTotpFactor(member.client, 'Phone', -1)
  return { ...member, factorId: id, secret }
}

test('verifying a TOTP code raises the session to aal2, which persists after a token refresh', {
  tags: ['R3.17', 'R4.27', 'R7.32'],
}, async (backend) => {
  const { client, email, session } = await createMember(backend)
  const events = recordAuthEvents(client)
  const { id, totp } = await enrolTotpFactor(client, 'My phone')
  expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
  const uri = new URL(totp.uri)
  expect([uri.protocol, uri.searchParams.get('secret')]).toEqual(['otpauth:', totp.secret])
  expect(decodeURIComponent(uri.pathname)).toContain(email)
  expect((await client.auth.mfa.listFactors()).data).toMatchObject({ all: [{ id, status: 'unverified' }], totp: [] })

  const challenge = await client.auth.mfa.challenge({ factorId: id })
  expect(challenge.data).toMatchObject({ type: 'totp', expires_at: expect.any(Number) })
  const challengeId = challenge.data?.id ?? ''
  const verified = await client.auth.mfa.verify({ factorId: id, challengeId, code: createTotpCode(totp.secret) })
  expect(verified.error).toBeNull()
  expect(events).toContain('MFA_CHALLENGE_VERIFIED')
  const claims = decodeTokenClaims(verified.data?.access_token)
  expect(claims).toMatchObject({
    aal: 'aal2',
    session_id: decodeTokenClaims(session.access_token).session_id,
    amr: [{ method: 'totp' }, { method: 'password' }],
  })
  expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id, friendly_name: 'My phone' }])
  expect((await waitForNewestMail(backend, email)).text).toContain('A second sign-in step was added')

  const refreshed = await client.auth.refreshSession()
  expect(decodeTokenClaims(refreshed.data.session?.access_token)).toMatchObject({ aal: 'aal2', amr: claims.amr })
})

test('POST /factors accepts a name and issuer of maximum length and rejects longer ones with 400', async (backend) => {
  const { session } = await createMember(backend)
  const add = async (body: object) => {
    const sent = { bearer: session.access_token, body: { factor_type: 'totp', ...body } }
    return (await callAuth(backend, 'POST /factors', sent)).status
  }
  for (const long of [{ issuer: 'x'.repeat(4_000) }, { issuer: 'x'.repeat(65) }, { friendly_name: 'x'.repeat(121) }]) {
    expect(await add(long)).toBe(400)
  }
  expect(await add({ issuer: 'あ'.repeat(64), friendly_name: 'あ'.repeat(120) })).toBe(200)
  expect(await add({ issuer: '\ud800', friendly_name: 'constructor' })).toBe(200)
})

test('a wrong TOTP code does not consume the challenge; the right code consumes the challenge and cannot be reused', {
  tags: ['R7.32'],
}, async (backend) => {
  const { client } = await createMember(backend)
  const { id, totp } = await enrolTotpFactor(client)
  const challengeId = (await client.auth.mfa.challenge({ factorId: id })).data?.id ?? ''
  const verify = async (code: string, challenge = challengeId) =>
    (await client.auth.mfa.verify({ factorId: id, challengeId: challenge, code })).error
  const right = createTotpCode(totp.secret)
  const wrongCode = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
  const wrong = [422, 'mfa_verification_failed', 'Invalid TOTP code entered'] as const
  expectAuthError(await verify(wrongCode), ...wrong)
  expectAuthError(await verify('12345'), ...wrong)
  expectAuthError(await verify(''), 400, 'validation_failed', 'Code needs to be non-empty')
  expect(await verify(right)).toBeNull()
  const mismatch = 'Challenge and verify IP addresses mismatch.'
  expectAuthError(await verify(right), 422, 'mfa_ip_address_mismatch', mismatch)
  const second = (await client.auth.mfa.challenge({ factorId: id })).data?.id ?? ''
  expectAuthError(await verify(right, second), ...wrong) // an attacker who saw a code cannot use it a second time
  const unknown = 'MFA factor with the provided challenge ID not found'
  expectAuthError(await verify(right, crypto.randomUUID()), 422, 'mfa_factor_not_found', unknown)
})

test('after ten wrong TOTP codes, verifying the MFA factor returns 429 even with the right code', async (backend) => {
  const { client } = await createMember(backend)
  const { id, totp } = await enrolTotpFactor(client)
  const challengeId = (await client.auth.mfa.challenge({ factorId: id })).data?.id ?? ''
  const right = createTotpCode(totp.secret)
  const statuses: unknown[] = []
  for (let guess = 0; guess < 11; guess++) {
    const code = String((Number(right) + 7 + guess) % 1_000_000).padStart(6, '0')
    const { error } = await client.auth.mfa.verify({ factorId: id, challengeId, code })
    statuses.push(error && 'status' in error ? error.status : null)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  const { error } = await client.auth.mfa.verify({ factorId: id, challengeId, code: right })
  expectAuthError(error, 429, 'over_request_rate_limit', 'Request rate limit reached')
})

test('verifying an MFA challenge older than five minutes returns mfa_challenge_expired', async (backend) => {
  const { client } = await createMember(backend)
  const { id, totp } = await enrolTotpFactor(client)
  const challengeId = (await client.auth.mfa.challenge({ factorId: id })).data?.id ?? ''
  await runInDatabase(backend, [
    `update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = '${challengeId}'`,
  ])
  const verify = () => client.auth.mfa.verify({ factorId: id, challengeId, code: createTotpCode(totp.secret) })
  expectAuthError((await verify()).error, 422, 'mfa_challenge_expired')
  expectAuthError((await verify()).error, 422, 'mfa_factor_not_found')
})

test('an aal1 session of a user with an MFA factor cannot change the password, the email address or factors', async (backend) => {
  const { email, password, factorId, secret } = await aProtectedMember(backend)
  const { client } = await signInOnNewClient(backend, { email, password })
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  const needed = 'AAL2 session is required to update email or password when MFA is enabled.'
  for (const values of [{ password: createRandomPassword() }, { email: 'someone.else@example.org' }]) {
    expectAuthError((await client.auth.updateUser(values)).error, 401, 'insufficient_aal', needed)
  }
  const another = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Other' })
  expectAuthError(another.error, 403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  const removed = await client.auth.mfa.unenroll({ factorId })
  expectAuthError(removed.error, 422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
  expect((await client.auth.updateUser({ data: { harmless: true } })).error).toBeNull()
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code: createTotpCode(secret) })).error).toBeNull()
  expect((await client.auth.updateUser({ password: createRandomPassword() })).error).toBeNull()
})

test('verifying the first MFA factor of an account ends its other aal1 sessions', async (backend) => {
  const member = await createMember(backend)
  const other = await signInOnNewClient(backend, member)
  const { id, totp } = await enrolTotpFactor(member.client)
  await member.client.auth.mfa.challengeAndVerify({ factorId: id, code: createTotpCode(totp.secret) })
  const gone = await callAuth(backend, 'GET /user', { bearer: other.session.access_token })
  expectAuthError(gone, 403, 'session_not_found')
})

test('removing an MFA factor lowers the session to aal1 at the next refresh and sends a notification email', {
  tags: ['R7.32'],
}, async (backend) => {
  const { client, email, factorId } = await aProtectedMember(backend)
  expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
  const { data } = await client.auth.refreshSession()
  expect(decodeTokenClaims(data.session?.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  expect(data.user?.factors ?? []).toEqual([])
  expect((await waitForNewestMail(backend, email, 2)).text).toContain('The second sign-in step was removed')
})

test('an account has at most ten MFA factors with unique names, and other users cannot use or delete them', async (backend) => {
  const [member, other] = [await createMember(backend), await createMember(backend)]
  const { id } = await enrolTotpFactor(member.client, 'One')
  const same = await member.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'One' })
  expectAuthError(same.error, 422, 'mfa_factor_name_conflict')
  for (let number = 2; number <= 10; number++) await enrolTotpFactor(member.client, `Factor ${number}`)
  const eleventh = await member.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Eleven' })
  expectAuthError(eleventh.error, 422, 'too_many_enrolled_mfa_factors')
  const { mfa } = other.client.auth
  for (const { error } of [await mfa.challenge({ factorId: id }), await mfa.unenroll({ factorId: id })]) {
    expectAuthError(error, 404, 'mfa_factor_not_found', 'Factor not found')
  }
  const bearer = member.session.access_token
  const noId = await callAuth(backend, 'DELETE /factors/one', { bearer })
  expectAuthError(noId, 404, 'validation_failed', 'factor_id must be an UUID')
  const kind = await callAuth(backend, 'POST /factors', { bearer, body: { factor_type: 'sms' } })
  expectAuthError(kind, 400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn')
  const phone = await member.client.auth.mfa.enroll({ factorType: 'phone', phone: '+4915112345678' })
  expectAuthError(phone.error, 422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
})

test('an aal1 session cannot sign out sessions that reached aal2', async (backend) => {
  const { client, email, password } = await aProtectedMember(backend)
  for (const scope of ['others', 'global'] as const) {
    const lower = await signInOnNewClient(backend, { email, password })
    const beside = await signInOnNewClient(backend, { email, password })
    const { error } = await lower.client.auth.signOut({ scope })
    if (scope === 'others') expect(error).toMatchObject({ code: 'insufficient_aal' })
    else expect(error).toBeNull()
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect((await beside.client.auth.getUser()).error === null).toBe(scope === 'others')
    await beside.client.auth.signOut({ scope: 'local' })
  }
  const last = await signInOnNewClient(backend, { email, password })
  expect((await client.auth.signOut({ scope: 'others' })).error).toBeNull()
  expect((await last.client.auth.getUser()).error).not.toBeNull()
})
