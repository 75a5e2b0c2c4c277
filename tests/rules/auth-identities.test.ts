import { createHash } from 'node:crypto'
import { afterAll, expect } from 'vitest'
import { createSharedBackendTest, testOnBackend } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { createFakeBrowser, fragmentOf } from './auth-browser.ts'
import { callAuth, expectAuthError, HIGH_AUTH_LIMITS, readClientError } from './auth-call.ts'
import {
  createMember,
  createRandomPassword,
  decodeTokenClaims,
  extractMailCode,
  type SignedInMember,
  waitForNewestMail,
} from './auth-member.ts'
import { startTestIdentityProvider } from './auth-provider.ts'
import { runInDatabase } from './run-in-database.ts'

const provider = await startTestIdentityProvider()
const minimalProvider = await startTestIdentityProvider({ method: 'client_secret_post', conformIdTokenClaims: true })
const test = createSharedBackendTest({
  env: { ...HIGH_AUTH_LIMITS, ...provider.env, AUTH_ENABLE_MANUAL_LINKING: 'true' },
})
afterAll(async () => {
  await provider[Symbol.asyncDispose]()
  await minimalProvider[Symbol.asyncDispose]()
})

function aPerson() {
  const { name, email } = createTestVisitor()
  return { sub: crypto.randomUUID(), name, email, email_verified: true }
}

/** Starts to link an identity as a signed-in page does. `finish` follows the redirects in the browser that has the flow's cookie. */
async function link(backend: TestBackend, { session }: Pick<SignedInMember, 'session'>, browser = createFakeBrowser()) {
  provider.register(backend.url)
  const request = 'GET /user/identities/authorize?provider=google&skip_http_redirect=true'
  const begun = await callAuth(backend, request, { bearer: session.access_token })
  expect(begun.status).toBe(200)
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(begun.headers.get('set-cookie') ?? '') ?? []
  const cookie = [`${new URL(backend.url).host} ${name}`, value] as const
  const victim = createFakeBrowser()
  return {
    url: begun.body.url as string,
    victim,
    finish: async () => {
      browser.cookies.set(...cookie)
      return await browser.visit(begun.body.url, [backend.url, provider.issuer])
    },
  }
}

test('a user can link and unlink an identity but not unlink the last one, and each change is reported by email', {
  tags: ['R7.31'],
}, async (backend) => {
  const member = await createMember(backend)
  provider.person = aPerson()
  const page = await (await link(backend, member)).finish()
  expect(decodeTokenClaims(fragmentOf(page).access_token)).toMatchObject({
    sub: member.user.id,
    email: member.email,
    app_metadata: { providers: ['email', 'google'] },
  })
  const { data } = await member.client.auth.getUserIdentities()
  expect(data?.identities.map((identity) => identity.provider)).toEqual(['email', 'google'])
  const google = data?.identities.at(1)
  if (!google) throw new Error('There is no identity of the provider.')
  expect((await member.client.auth.unlinkIdentity(google)).error).toBeNull()
  const again = await member.client.auth.unlinkIdentity(google)
  const last = 'User must have at least 1 identity after unlinking'
  expectAuthError(again.error, 422, 'single_identity_not_deletable', last)
  expect((await waitForNewestMail(backend, member.email, 2)).text).toContain('One way to sign in was removed')
})

test('an OAuth identity linked to one account cannot be linked to or unlinked by another account', {
  tags: ['R7.31'],
}, async (backend) => {
  const [one, other] = [await createMember(backend), await createMember(backend)]
  provider.person = aPerson()
  await (await link(backend, one)).finish()
  const taken = fragmentOf(await (await link(backend, other)).finish())
  expect(taken).toMatchObject({ error: 'access_denied', error_code: 'identity_already_exists' })
  const { data } = await one.client.auth.getUserIdentities()
  const bearer = other.session.access_token
  provider.person = aPerson()
  await (await link(backend, other)).finish()
  const foreign = await callAuth(backend, `DELETE /user/identities/${data?.identities[1]?.identity_id}`, { bearer })
  expectAuthError(foreign, 422, 'identity_not_found', "Identity doesn't exist")
  const odd = await callAuth(backend, 'DELETE /user/identities/google', { bearer })
  expectAuthError(odd, 404, 'validation_failed', 'identity_id must be an UUID')
})

test('an identity-link URL opened in a browser that did not start the flow fails with bad_oauth_state and links nothing', async (backend) => {
  const attacker = await createMember(backend)
  provider.person = aPerson()
  const { url, victim } = await link(backend, attacker)
  const page = await victim.visit(url, [backend.url, provider.issuer])
  expect(Object.fromEntries(page.searchParams)).toMatchObject({ error_code: 'bad_oauth_state' })
  expect((await attacker.client.auth.getUserIdentities()).data?.identities).toHaveLength(1)
})

test('unlinking the email identity changes the account’s email address to that of the remaining identity', async (backend) => {
  const member = await createMember(backend)
  const person = aPerson()
  provider.person = person
  await (await link(backend, member)).finish()
  const { data } = await member.client.auth.getUserIdentities()
  const own = data?.identities[0]
  if (!own) throw new Error('There is no identity of the address.')
  await member.client.auth.unlinkIdentity(own)
  const { data: after } = await member.client.auth.getUser()
  expect(after.user).toMatchObject({ email: person.email, app_metadata: { providers: ['google'] } })
})

test('unlinking the email identity never gives an account an unverified address or one that belongs to another account', async (backend) => {
  const stranger = await createMember(backend)
  const owners = createTestVisitor().email
  provider.person = { ...aPerson(), email: owners, email_verified: false }
  await (await link(backend, stranger)).finish()
  const unlinkOwn = async ({ client }: SignedInMember) => {
    const [own] = (await client.auth.getUserIdentities()).data?.identities ?? []
    if (!own) throw new Error('There is no identity of the address.')
    return (await client.auth.unlinkIdentity(own)).error
  }
  expect(await unlinkOwn(stranger)).toBeNull()
  expect((await stranger.client.auth.getUser()).data.user).toMatchObject({ email: '' })
  const password = createRandomPassword()
  await callAuth(backend, 'POST /signup', { body: { email: owners, password } })
  const mail = await waitForNewestMail(backend, owners)
  const proof = { type: 'signup', email: owners, token: extractMailCode(mail) }
  const proved = await callAuth(backend, 'POST /verify', { body: proof })
  expect(proved.body.user.id).not.toBe(stranger.user.id)

  const other = await createMember(backend)
  const member = await createMember(backend)
  provider.person = { ...aPerson(), email: other.email }
  await (await link(backend, member)).finish()
  expect(readClientError(await unlinkOwn(member)).slice(0, 2)).toEqual([422, 'email_conflict_identity_not_deletable'])
  expect((await other.client.auth.getUser()).data.user).toMatchObject({ email: other.email })
})

test('signInWithIdToken with a valid ID token and nonce opens a session', { tags: ['R7.24'] }, async (backend) => {
  provider.register(backend.url)
  const { sub, email } = aPerson()
  const nonce = crypto.randomUUID()
  const hashed = createHash('sha256').update(nonce).digest('hex')
  const token = await provider.idToken({ sub, email, email_verified: true, nonce: hashed })
  const { data, error } = await backend.client().auth.signInWithIdToken({ provider: 'google', token, nonce })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, app_metadata: { provider: 'google' } })
  expect(decodeTokenClaims(data.session?.access_token).amr).toMatchObject([{ method: 'oauth' }])
})

test('POST /token rejects an ID token with a wrong audience, expiry, at_hash or nonce with 400 and an OAuth error', {
  tags: ['R7.24'],
}, async (backend) => {
  provider.register(backend.url)
  const person = { sub: crypto.randomUUID(), email: createTestVisitor().email, email_verified: true }
  const good = await provider.idToken({ ...person, nonce: 'x' })
  const elsewhere = await provider.idToken({ ...person, aud: 'another-app' })
  const late = await provider.idToken({ ...person, exp: 1 })
  const bound = await provider.idToken({ ...person, at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' })
  const both = 'Passed nonce and nonce in id_token should either both exist or not.'
  const cases: [object, string, string][] = [
    [{}, 'invalid request', 'id_token required'],
    [{ id_token: good }, 'invalid request', 'provider or client_id and issuer required'],
    [{ id_token: 'abc', provider: 'google' }, 'invalid request', 'Bad ID token'],
    [{ id_token: late, provider: 'google' }, 'invalid request', 'Bad ID token'],
    [{ id_token: elsewhere, provider: 'google' }, 'invalid request', 'Unacceptable audience in id_token'],
    [{ id_token: bound, provider: 'google', access_token: 'another' }, 'invalid request', 'Bad ID token'],
    [{ id_token: good, provider: 'google' }, 'invalid request', both],
    [{ id_token: good, provider: 'google', nonce: 'wrong' }, 'invalid nonce', 'Nonces mismatch'],
  ]
  for (const [body, error, error_description] of cases) {
    const answer = await callAuth(backend, 'POST /token?grant_type=id_token', { body })
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 400, body: { error, error_description } })
  }
  const keycloak = { id_token: good, provider: 'keycloak' }
  const custom = await callAuth(backend, 'POST /token?grant_type=id_token', { body: keycloak })
  expectAuthError(custom, 400, 'validation_failed', 'Custom OIDC provider "keycloak" not allowed')
})

test('an ID token sent with link_identity is linked to the signed-in user, and rejected with 401 without a session', async (backend) => {
  provider.register(backend.url)
  const member = await createMember(backend)
  const { sub, email } = aPerson()
  const id_token = await provider.idToken({ sub, email, email_verified: true })
  const body = { id_token, provider: 'google', link_identity: true }
  const anonymous = await callAuth(backend, 'POST /token?grant_type=id_token', { body })
  expectAuthError(anonymous, 401, 'no_authorization')
  const bearer = member.session.access_token
  const linked = await callAuth(backend, 'POST /token?grant_type=id_token', { body, bearer })
  expect(linked.body.user).toMatchObject({ id: member.user.id, app_metadata: { providers: ['email', 'google'] } })
})

testOnBackend(
  'OAuth sign-in works with a provider that uses client_secret_post and returns the email address only from userinfo',
  { env: { ...HIGH_AUTH_LIMITS, ...minimalProvider.env } },
  async (backend) => {
    minimalProvider.register(backend.url)
    minimalProvider.person = aPerson()
    const start = `${backend.url}/auth/v1/authorize?provider=google`
    const page = await createFakeBrowser().visit(start, [backend.url, minimalProvider.issuer])
    expect(decodeTokenClaims(fragmentOf(page).access_token).email).toBe(minimalProvider.person.email)
  },
)

test('an ID token with a known subject but a different issuer signs in as a different user', async (backend) => {
  const sub = crypto.randomUUID()
  const signIn = async (person: object) => {
    const token = await provider.idToken({ sub, email_verified: true, ...person })
    return await callAuth(backend, 'POST /token?grant_type=id_token', { body: { provider: 'google', id_token: token } })
  }
  const first = await signIn({ email: createTestVisitor().email })
  expect((await signIn({ email: createTestVisitor().email })).body.user.id).toBe(first.body.user.id)
  await runInDatabase(backend, [
    `update auth.identities set identity_data = identity_data || '{"iss": "https://former.example"}' where provider_id = '${sub}'`,
  ])
  const other = await signIn({ email: createTestVisitor().email })
  expect(other.status).toBe(200)
  expect(other.body.user.id).not.toBe(first.body.user.id)
  expect((await signIn({})).body.user.id).toBe(other.body.user.id)
})
