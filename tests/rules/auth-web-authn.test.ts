import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import { brand } from '../support/brand.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createSoftwareAuthenticator } from './auth-authenticator.ts'
import { callAuth, expectAuthError, HIGH_AUTH_LIMITS, readAuthError } from './auth-call.ts'
import {
  addTotpFactor,
  createMember,
  decodeTokenClaims,
  type SignedInMember,
  signInOnNewClient,
} from './auth-member.ts'

const test = createCommonBackendTest({ env: HIGH_AUTH_LIMITS })

async function ask(backend: TestBackend, bearer: string, factorId: string) {
  const { status, body } = await callAuth(backend, `POST /factors/${factorId}/challenge`, { bearer, body: {} })
  expect(status).toBe(200)
  return { challengeId: body.id, type: body.webauthn.type, question: body.webauthn.credential_options.publicKey }
}

function answer(
  backend: TestBackend,
  bearer: string,
  factorId: string,
  challengeId: string,
  credential: object,
  type: string,
) {
  const webauthn = { type, credential_response: credential }
  const body = { challenge_id: challengeId, webauthn }
  return callAuth(backend, `POST /factors/${factorId}/verify`, { bearer, body })
}

async function enrol(backend: TestBackend, { session }: Pick<SignedInMember, 'session'>) {
  const bearer = session.access_token
  const { status, body } = await callAuth(backend, 'POST /factors', {
    bearer,
    body: { factor_type: 'webauthn', friendly_name: 'Key' },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ type: 'webauthn', friendly_name: 'Key' })
  return body.id as string
}

test('a security key enrolled as a WebAuthn factor raises a new session to aal2 with its signature', async (backend) => {
  const member = await createMember(backend)
  const bearer = member.session.access_token
  const id = await enrol(backend, member)
  const key = createSoftwareAuthenticator(backend.url)
  const made = await ask(backend, bearer, id)
  expect(made.type).toBe('create')
  expect(made.question).toMatchObject({
    rp: { id: 'localhost', name: brand.name },
    user: { name: member.email },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  const raised = await answer(backend, bearer, id, made.challengeId, key.create(made.question), 'create')
  expect(raised.status).toBe(200)
  expect(decodeTokenClaims(raised.body.access_token)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/webauthn' }, {}],
  })

  const { session } = await signInOnNewClient(backend, member)
  const asked = await ask(backend, session.access_token, id)
  expect(asked.type).toBe('request')
  expect(asked.question.allowCredentials).toHaveLength(1)
  const signed = await answer(backend, session.access_token, id, asked.challengeId, key.sign(asked.question), 'request')
  expect(signed.status).toBe(200)
  expect(decodeTokenClaims(signed.body.access_token).aal).toBe('aal2')
})

test('after a TOTP factor is verified, an aal1 session cannot verify a WebAuthn factor enrolled earlier', async (backend) => {
  const member = await createMember(backend)
  const begun = await enrol(backend, member) // enrolled before the TOTP factor, by an attacker who has only the password
  await addTotpFactor(member.client)

  const { session } = await signInOnNewClient(backend, member)
  const { challengeId, question } = await ask(backend, session.access_token, begun)
  const made = createSoftwareAuthenticator(backend.url).create(question)
  const answered = await answer(backend, session.access_token, begun, challengeId, made, 'create')
  expectAuthError(answered, 403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
})

test('a WebAuthn response with another key, origin, relying party or challenge returns mfa_verification_failed', async (backend) => {
  const member = await createMember(backend)
  const bearer = member.session.access_token
  const id = await enrol(backend, member)
  const refused = [422, 'mfa_verification_failed', 'Invalid WebAuthn response']
  const { challengeId, question } = await ask(backend, bearer, id)
  const wrongAnswers = [
    createSoftwareAuthenticator('https://evil.example').create(question),
    createSoftwareAuthenticator(backend.url).create({ ...question, challenge: 'AAAA' }),
    createSoftwareAuthenticator(backend.url).create({ ...question, rp: { id: 'evil.example' } }),
    {},
  ]
  for (const credential of wrongAnswers) {
    expect(readAuthError(await answer(backend, bearer, id, challengeId, credential, 'create'))).toEqual(refused)
  }
  const key = createSoftwareAuthenticator(backend.url)
  expect((await answer(backend, bearer, id, challengeId, key.create(question), 'create')).status).toBe(200)

  const { session } = await signInOnNewClient(backend, member)
  const asked = await ask(backend, session.access_token, id)
  const stranger = createSoftwareAuthenticator(backend.url)
  stranger.create(question)
  const forged = { ...stranger.sign(asked.question), id: key.sign(asked.question).id }
  const answered = await answer(backend, session.access_token, id, asked.challengeId, forged, 'request')
  expect(readAuthError(answered)).toEqual(refused)
})

test('an invalid transports list in a WebAuthn response is accepted and stored as an empty list', async (backend) => {
  for (const transports of ['internal', { length: 1 }, ['internal', 7], ['x'.repeat(1_000)]]) {
    const member = await createMember(backend)
    const id = await enrol(backend, member)
    const key = createSoftwareAuthenticator(backend.url)
    const made = await ask(backend, member.session.access_token, id)
    const credential = key.create(made.question)
    const odd = { ...credential, response: { ...credential.response, transports } }
    const raised = await answer(backend, member.session.access_token, id, made.challengeId, odd, 'create')
    expect(raised.status).toBe(200)
    const asked = await ask(backend, (await signInOnNewClient(backend, member)).session.access_token, id)
    expect(asked.question.allowCredentials).toMatchObject([{ id: credential.id, transports: [] }])
  }
})
