import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import { brand } from '../support/brand.ts'
import { waitForMails } from '../support/mail-box.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { callAuth, expectAuthError, HIGH_AUTH_LIMITS, readAuthError } from './auth-call.ts'
import {
  createMember,
  createRandomPassword,
  extractMailCode,
  extractMailLink,
  signInOnNewClient,
  waitForNewestMail,
} from './auth-member.ts'

const test = createCommonBackendTest({ env: HIGH_AUTH_LIMITS })

test('PUT /user merges user_metadata at the top level, and null removes a key', async (backend) => {
  const { client } = await createMember(backend)
  await client.auth.updateUser({ data: { colour: 'rose', pets: { dog: 1, cat: 2 } } })
  const { data } = await client.auth.updateUser({ data: { colour: null, pets: { fish: 3 }, city: 'Porto' } })
  expect(data.user?.user_metadata).toMatchObject({ city: 'Porto', pets: { fish: 3 } })
  expect(data.user?.user_metadata).not.toHaveProperty('colour')
  expect(data.user?.user_metadata.pets).toEqual({ fish: 3 })
  const read = await client.auth.getUser()
  expect(read.data.user?.user_metadata).toEqual(data.user?.user_metadata)
})

test('PUT /user rejects app_metadata with 403 and ignores role, id and other protected fields', async (backend) => {
  const { session, user } = await createMember(backend)
  const bearer = session.access_token
  const asAdmin = await callAuth(backend, 'PUT /user', { bearer, body: { app_metadata: { role: 'admin' } } })
  expectAuthError(asAdmin, 403, 'not_admin', 'Updating app_metadata requires admin privileges')
  const body = { role: 'service_role', aud: 'x', id: crypto.randomUUID(), email_confirmed_at: null, is_anonymous: true }
  const { status, body: after } = await callAuth(backend, 'PUT /user', { bearer, body })
  expect(status).toBe(200)
  expect(after).toMatchObject({ id: user.id, role: 'authenticated', aud: 'authenticated', is_anonymous: false })
})

test('an email address change takes effect once it is confirmed from both the old and the new mailbox', async (backend) => {
  const { email, password, client, user } = await createMember(backend)
  const { email: wanted } = createTestVisitor()
  const asked = await client.auth.updateUser({ email: wanted })
  expect(asked.data.user).toMatchObject({ email, new_email: wanted })
  const [atOld, atNew] = [await waitForNewestMail(backend, email), await waitForNewestMail(backend, wanted)]
  expect(atNew.subject).toBe(`Confirm the new address for your ${brand.name} account`)

  const first = await callAuth(backend, 'POST /verify', {
    body: { type: 'email_change', token_hash: extractMailLink(atNew).tokenHash },
  })
  expect(first).toMatchObject({
    status: 200,
    body: { msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email', code: '200' },
  })
  expect((await client.auth.getUser()).data.user?.email).toBe(email)
  const second = await backend.client().auth.verifyOtp({ email, token: extractMailCode(atOld), type: 'email_change' })
  expect(second.error).toBeNull()
  expect(second.data.user).toMatchObject({ id: user.id, email: wanted, user_metadata: { email: wanted } })
  expect(second.data.user).not.toHaveProperty('new_email')
  expect(second.data.user?.identities?.[0]).toMatchObject({ provider: 'email', identity_data: { email: wanted } })
  expect((await waitForMails(backend, email, { count: 2 })).at(-1)?.text).toContain(
    'address of your account was changed',
  )
  expect((await backend.client().auth.signInWithPassword({ email, password })).error).not.toBeNull()
  await signInOnNewClient(backend, { email: wanted, password })
})

test('confirming an email address change twice with the link from one mailbox returns otp_expired and keeps the old address', async (backend) => {
  const { email, client } = await createMember(backend)
  const { email: wanted } = createTestVisitor()
  await client.auth.updateUser({ email: wanted })
  const { tokenHash } = extractMailLink(await waitForNewestMail(backend, wanted))
  const verify = () => callAuth(backend, 'POST /verify', { body: { type: 'email_change', token_hash: tokenHash } })
  expect((await verify()).status).toBe(200)
  expectAuthError(await verify(), 403, 'otp_expired', 'Email link is invalid or has expired')
  expect((await client.auth.getUser()).data.user?.email).toBe(email)
})

test('POST /resend with the current email address sends a valid new confirmation email for an address change', async (backend) => {
  const { email, client } = await createMember(backend)
  const { email: wanted } = createTestVisitor()
  await client.auth.updateUser({ email: wanted })
  expect((await backend.client().auth.resend({ type: 'email_change', email })).error).toBeNull()
  const [, latest] = await waitForMails(backend, wanted, { count: 2 })
  if (!latest) throw new Error('A second mail was expected.')
  const answer = await callAuth(backend, 'POST /verify', {
    body: { type: 'email_change', token_hash: extractMailLink(latest).tokenHash },
  })
  expect(answer.status).toBe(200)
  expect(
    (await backend.client().auth.resend({ type: 'email_change', email: createTestVisitor().email })).error,
  ).toBeNull()
})

test('changing to another account’s email address returns email_exists; changing to the own address has no effect', async (backend) => {
  const [one, other] = [await createMember(backend), await createMember(backend)]
  const { error } = await one.client.auth.updateUser({ email: other.email })
  expectAuthError(error, 422, 'email_exists', 'A user with this email address has already been registered')
  const same = await one.client.auth.updateUser({ email: one.email.toUpperCase() })
  expect(same.error).toBeNull()
  expect(same.data.user).not.toHaveProperty('new_email')
})

test('an email address change returns email_exists when another account took the address before the last confirmation', async (backend) => {
  const { email, client } = await createMember(backend)
  const { email: wanted } = createTestVisitor()
  await client.auth.updateUser({ email: wanted })
  const [atOld, atNew] = [await waitForNewestMail(backend, email), await waitForNewestMail(backend, wanted)]
  await backend
    .secretClient()
    .auth.admin.createUser({ email: wanted, password: createRandomPassword(), email_confirm: true })
  const verify = (token_hash: string) =>
    callAuth(backend, 'POST /verify', { body: { type: 'email_change', token_hash } })
  await verify(extractMailLink(atOld).tokenHash)
  const last = await verify(extractMailLink(atNew).tokenHash)
  expectAuthError(last, 422, 'email_exists', 'A user with this email address has already been registered')
})

test('reauthenticate sends a code to a signed-in user and fails without a session', {
  tags: ['R7.29'],
}, async (backend) => {
  const { client } = await createMember(backend)
  expect((await client.auth.reauthenticate()).error).toBeNull()
  expect((await client.auth.getUser()).data.user).toHaveProperty('reauthentication_sent_at')
  const { error } = await backend.client().auth.reauthenticate()
  expect(error).toMatchObject({ name: 'AuthSessionMissingError' })
})

test('GET /user rejects forged, unsigned and truncated tokens, non-bearer schemes and a wrong audience', {
  tags: ['R5.32'],
}, async (backend) => {
  const { session } = await createMember(backend)
  const [header = '', payload = '', signature = ''] = session.access_token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const bad = [
    `${header}.${encode({ ...claims, sub: crypto.randomUUID() })}.${signature}`,
    `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    `${encode({ alg: 'HS256', typ: 'JWT' })}.${payload}.${signature}`,
    session.access_token.slice(0, -2),
    session.refresh_token,
    'not.a.token',
  ]
  for (const bearer of bad) {
    const [status, code, message] = readAuthError(await callAuth(backend, 'GET /user', { bearer }))
    expect([status, code]).toEqual([403, 'bad_jwt'])
    expect(message).toMatch(/^invalid JWT: unable to parse or verify signature/)
  }
  for (const headers of [{}, { authorization: 'Basic abc' }, { authorization: `Bearer ${session.access_token} x` }]) {
    const answer = await callAuth(backend, 'GET /user', { headers })
    expectAuthError(answer, 401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  }
  const key = await callAuth(backend, 'GET /user', { bearer: backend.publishableKey })
  expectAuthError(key, 403, 'bad_jwt', 'invalid claim: missing sub claim')
  const audience = await callAuth(backend, 'GET /user', {
    bearer: session.access_token,
    headers: { 'x-jwt-aud': 'another' },
  })
  expectAuthError(audience, 400, 'validation_failed', "Token audience doesn't match request audience")
})
