import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { brand } from '../support/brand.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createSoftwareAuthenticator } from './auth-authenticator.ts'
import { callAuth, callAuthAsAdmin, expectAuthError, HIGH_AUTH_LIMITS, readAuthError } from './auth-call.ts'
import {
  addTotpFactor,
  createMember,
  decodeTokenClaims,
  type SignedInMember,
  signInOnNewClient,
  waitForNewestMail,
} from './auth-member.ts'
import { runInDatabase } from './run-in-database.ts'

const test = createSharedBackendTest({ env: { ...HIGH_AUTH_LIMITS, AUTH_PASSKEY_ENABLED: 'true' } })
const refused = [400, 'webauthn_verification_failed', 'Passkey verification failed']
const notFound = [400, 'webauthn_challenge_not_found', 'Challenge not found or already used']

async function beginRegistration(backend: TestBackend, { session }: Pick<SignedInMember, 'session'>) {
  return await callAuth(backend, 'POST /passkeys/registration/options', { bearer: session.access_token, body: {} })
}

async function finishRegistration(backend: TestBackend, { session }: Pick<SignedInMember, 'session'>, body: object) {
  return await callAuth(backend, 'POST /passkeys/registration/verify', { bearer: session.access_token, body })
}

/** Creates a member with a passkey, and returns the software authenticator that contains the passkey. */
async function aPasskeyMember(backend: TestBackend) {
  const member = await createMember(backend)
  const key = createSoftwareAuthenticator(backend.url)
  const { body } = await beginRegistration(backend, member)
  const made = await finishRegistration(backend, member, {
    challenge_id: body.challenge_id,
    credential: key.create(body.options),
  })
  expect(made.status).toBe(200)
  return { ...member, key, passkeyId: made.body.id as string }
}

async function requestChallenge(backend: TestBackend) {
  const { status, body } = await callAuth(backend, 'POST /passkeys/authentication/options', { body: {} })
  expect(status).toBe(200)
  return body
}

function answer(backend: TestBackend, challengeId: string, credential: object) {
  return callAuth(backend, 'POST /passkeys/authentication/verify', { body: { challenge_id: challengeId, credential } })
}

test('a passkey can be registered, used to sign in without an email address, listed, renamed and deleted', async (backend) => {
  const member = await createMember(backend)
  const key = createSoftwareAuthenticator(backend.url)
  const begun = await beginRegistration(backend, member)
  expect(begun.body.options).toMatchObject({
    rp: { id: 'localhost', name: brand.name },
    user: { id: Buffer.from(member.user.id).toString('base64url'), name: member.email },
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    attestation: 'none',
    excludeCredentials: [],
  })
  expect(begun.body.expires_at).toBeGreaterThan(Date.now() / 1000)
  const made = await finishRegistration(backend, member, {
    challenge_id: begun.body.challenge_id,
    credential: key.create(begun.body.options),
  })
  expect(made.body).toEqual({ id: expect.any(String), friendly_name: 'Passkey', created_at: expect.any(String) })
  expect((await waitForNewestMail(backend, member.email)).text).toContain('A passkey was added to your account.')

  const asked = await requestChallenge(backend)
  expect(asked.options).toMatchObject({ rpId: 'localhost', allowCredentials: [] })
  const opened = await answer(backend, asked.challenge_id, key.sign(asked.options))
  expect(opened.status).toBe(200)
  expect(opened.body.user.id).toBe(member.user.id)
  expect(decodeTokenClaims(opened.body.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] })

  const bearer = opened.body.access_token
  const { id } = made.body
  const listed = await callAuth(backend, 'GET /passkeys', { bearer })
  expect(listed.body).toEqual([
    { id, friendly_name: 'Passkey', created_at: made.body.created_at, last_used_at: expect.any(String) },
  ])
  const named = await callAuth(backend, `PATCH /passkeys/${id}`, { bearer, body: { friendly_name: ' Blue key ' } })
  expect(named.body).toMatchObject({ id, friendly_name: 'Blue key' })
  for (const friendly_name of ['', ' ', 'x'.repeat(121)]) {
    const answered = await callAuth(backend, `PATCH /passkeys/${id}`, { bearer, body: { friendly_name } })
    expectAuthError(answered, 400, 'validation_failed', 'friendly_name must have 1 to 120 characters')
  }
  expect((await callAuth(backend, `DELETE /passkeys/${id}`, { bearer })).status).toBe(204)
  const gone = [404, 'validation_failed', 'Passkey not found']
  expect(readAuthError(await callAuth(backend, `DELETE /passkeys/${id}`, { bearer }))).toEqual(gone)
  expect(readAuthError(await callAuth(backend, 'DELETE /passkeys/one', { bearer }))).toEqual(gone)
  const again = await requestChallenge(backend)
  expect(readAuthError(await answer(backend, again.challenge_id, key.sign(again.options)))).toEqual(refused)
})

test('a passkey sign-in challenge is accepted only once, before it expires, and when signed by the registered key', async (backend) => {
  const member = await aPasskeyMember(backend)
  const asked = await requestChallenge(backend)
  const stranger = createSoftwareAuthenticator(backend.url)
  stranger.create({ ...asked.options, user: { id: Buffer.from(member.user.id).toString('base64url') } })
  const forged = { ...stranger.sign(asked.options), id: member.key.sign(asked.options).id }
  expect(readAuthError(await answer(backend, asked.challenge_id, forged))).toEqual(refused)
  const right = member.key.sign(asked.options)
  expect(readAuthError(await answer(backend, asked.challenge_id, right))).toEqual(notFound)
  expect(readAuthError(await answer(backend, 'no id', right))).toEqual(notFound)

  const other = await requestChallenge(backend)
  const handle = { ...member.key.sign(other.options) }
  handle.response = { ...handle.response, userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') }
  expect(readAuthError(await answer(backend, other.challenge_id, handle))).toEqual(refused)

  const late = await requestChallenge(backend)
  const own = await beginRegistration(backend, member)
  await runInDatabase(backend, [`update auth.webauthn_challenges set expires_at = now() - interval '1 second'`])
  const expired = [400, 'webauthn_challenge_expired', 'Challenge has expired']
  expect(readAuthError(await answer(backend, late.challenge_id, member.key.sign(late.options)))).toEqual(expired)
  const credential = createSoftwareAuthenticator(backend.url).create(own.body.options)
  const registered = await finishRegistration(backend, member, { challenge_id: own.body.challenge_id, credential })
  expect(readAuthError(registered)).toEqual(expired)
})

test('passkey registration rejects a key registered already, an eleventh passkey and the challenge of another user', async (backend) => {
  const [member, other] = [await aPasskeyMember(backend), await createMember(backend)]
  const begun = await beginRegistration(backend, member)
  expect(begun.body.options.excludeCredentials).toHaveLength(1)
  const twice = member.key.create(begun.body.options)
  const foreign = await finishRegistration(backend, other, { challenge_id: begun.body.challenge_id, credential: twice })
  expect(readAuthError(foreign)).toEqual(notFound)
  const known = await finishRegistration(backend, member, { challenge_id: begun.body.challenge_id, credential: twice })
  expectAuthError(known, 422, 'webauthn_credential_exists', 'This passkey is already registered')
  const odd = await beginRegistration(backend, member)
  const page = createSoftwareAuthenticator('https://evil.example').create(odd.body.options)
  const elsewhere = await finishRegistration(backend, member, { challenge_id: odd.body.challenge_id, credential: page })
  expect(readAuthError(elsewhere)).toEqual(refused)
  for (let number = 2; number <= 10; number++) {
    const { body } = await beginRegistration(backend, member)
    const credential = createSoftwareAuthenticator(backend.url).create(body.options)
    expect((await finishRegistration(backend, member, { challenge_id: body.challenge_id, credential })).status).toBe(
      200,
    )
  }
  expectAuthError(await beginRegistration(backend, member), 422, 'too_many_passkeys')
})

test('registering a passkey requires an aal2 session when the account has a second factor', async (backend) => {
  const member = await createMember(backend)
  const { body: early } = await beginRegistration(backend, member)
  await addTotpFactor(member.client)
  const low = await signInOnNewClient(backend, member)
  const tooLow = [403, 'insufficient_aal', 'AAL2 required to register a passkey']
  expect(readAuthError(await beginRegistration(backend, low))).toEqual(tooLow)
  const credential = createSoftwareAuthenticator(backend.url).create(early.options)
  const late = await finishRegistration(backend, low, { challenge_id: early.challenge_id, credential })
  expect(readAuthError(late)).toEqual(tooLow) // a challenge from before the TOTP factor was added is rejected as well
})

test('passkey sign-in returns 403 for a banned user or an unconfirmed email address or phone number', async (backend) => {
  const member = await aPasskeyMember(backend)
  const signInNow = async () => {
    const { challenge_id, options } = await requestChallenge(backend)
    return await answer(backend, challenge_id, member.key.sign(options))
  }
  const admin = backend.secretClient().auth.admin
  await admin.updateUserById(member.user.id, { ban_duration: '24h' })
  expectAuthError(await signInNow(), 403, 'user_banned', 'User is banned')
  await admin.updateUserById(member.user.id, { ban_duration: 'none' })
  await runInDatabase(backend, [`update auth.users set email_confirmed_at = null where id = '${member.user.id}'`])
  expectAuthError(await signInNow(), 403, 'email_not_confirmed', 'Email not confirmed')
  await runInDatabase(backend, [
    `update auth.users set email = null, phone = '${Date.now()}' where id = '${member.user.id}'`,
  ])
  expectAuthError(await signInNow(), 403, 'phone_not_confirmed', 'Phone not confirmed')
})

test('an admin can list and delete the passkeys of a user; without an admin token the endpoint returns 401', async (backend) => {
  const { user, passkeyId } = await aPasskeyMember(backend)
  const path = `/admin/users/${user.id}/passkeys` as const
  expect((await callAuthAsAdmin(backend, `GET ${path}`)).body).toMatchObject([{ id: passkeyId }])
  expect((await callAuthAsAdmin(backend, `DELETE ${path}/${passkeyId}`)).status).toBe(204)
  const again = await callAuthAsAdmin(backend, `DELETE ${path}/${passkeyId}`)
  expectAuthError(again, 404, 'validation_failed', 'Passkey not found')
  expect((await callAuthAsAdmin(backend, `GET ${path}`)).body).toEqual([])
  expect((await callAuth(backend, `GET ${path}`)).status).toBe(401)
})
