import { createClient } from '@supabase/supabase-js'
import { afterAll, expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { readReceivedMails } from '../support/mail-box.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { createFakeBrowser, fragmentOf } from './auth-browser.ts'
import { callAuth, expectAuthError, HIGH_AUTH_LIMITS } from './auth-call.ts'
import { createMember, decodeTokenClaims, extractMailLink, waitForNewestMail } from './auth-member.ts'
import { startTestIdentityProvider } from './auth-provider.ts'
import { runInDatabase } from './run-in-database.ts'

const provider = await startTestIdentityProvider()
const test = createSharedBackendTest({ env: { ...HIGH_AUTH_LIMITS, ...provider.env } })
afterAll(() => provider[Symbol.asyncDispose]())

/** Returns the claims of a user of the identity provider. The user's email address is verified unless `changes` overrides that. */
function aPerson(changes: object = {}) {
  const { name, email } = createTestVisitor()
  return { sub: crypto.randomUUID(), name, email, email_verified: true, ...changes }
}

/** Signs in at the identity provider as the given person, in a new browser by default. Returns the URL at which the redirects end. */
async function signInAs(
  backend: TestBackend,
  person: ReturnType<typeof aPerson>,
  browser = createFakeBrowser(),
): Promise<URL> {
  provider.register(backend.url)
  provider.person = person
  const url = `${backend.url}/auth/v1/authorize?provider=google&redirect_to=${encodeURIComponent(`${backend.url}/download`)}`
  return await browser.visit(url, [backend.url, provider.issuer])
}

test('OAuth sign-in with PKCE redirects back from the provider with a code that can be exchanged for a session', {
  tags: ['R7.23', 'R7.30'],
}, async (backend) => {
  const person = aPerson()
  provider.register(backend.url)
  provider.person = person
  const client = createClient(backend.url, backend.publishableKey, {
    auth: { flowType: 'pkce', persistSession: true, storage: aStorage(), autoRefreshToken: false },
  })
  const { data } = await client.auth.signInWithOAuth({
    provider: 'google',
    options: { skipBrowserRedirect: true, redirectTo: `${backend.url}/download` },
  })
  const page = await createFakeBrowser().visit(data.url ?? '', [backend.url, provider.issuer])
  expect(page.pathname).toBe('/download')
  expect([page.hash, page.searchParams.has('error')]).toEqual(['', false])
  const exchanged = await client.auth.exchangeCodeForSession(page.searchParams.get('code') ?? '')
  expect(exchanged.error).toBeNull()
  expect(exchanged.data.session?.provider_token).toBeTruthy()
  expect(exchanged.data.user).toMatchObject({
    email: person.email,
    app_metadata: { provider: 'google', providers: ['google'] },
    user_metadata: { name: person.name, full_name: person.name, email: person.email, email_verified: true },
    identities: [{ provider: 'google', id: person.sub, identity_data: { iss: provider.issuer, sub: person.sub } }],
  })
  expect(exchanged.data.user?.email_confirmed_at).toBeTruthy()
  expect(decodeTokenClaims(exchanged.data.session?.access_token).amr).toMatchObject([
    { method: 'oauth', provider: 'google' },
  ])
  await client.auth.dispose()
})

test('OAuth sign-in without PKCE returns tokens in the URL fragment, and a second sign-in uses the same account', async (backend) => {
  const person = aPerson()
  const first = await signInAs(backend, person)
  expect([first.pathname, first.search]).toEqual(['/download', ''])
  const tokens = fragmentOf(first)
  expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: '3600', provider_token: expect.any(String) })
  const again = await signInAs(backend, { ...person, name: 'Another Name' })
  const [before, after] = [tokens, fragmentOf(again)].map(({ access_token }) => decodeTokenClaims(access_token))
  expect(after?.sub).toBe(before?.sub)
  expect(after?.user_metadata.name).toBe('Another Name')
})

test('OAuth sign-in with a provider-verified email address links the identity to the existing account with that address', async (backend) => {
  const member = await createMember(backend)
  const page = await signInAs(backend, aPerson({ email: member.email }))
  expect(decodeTokenClaims(fragmentOf(page).access_token)).toMatchObject({
    sub: member.user.id,
    app_metadata: { providers: ['email', 'google'] },
  })
  expect((await waitForNewestMail(backend, member.email)).text).toContain('Another way to sign in was added')
  expect((await backend.client().auth.signInWithPassword(member)).error).toBeNull()
})

test('OAuth sign-in with an unverified email address requires a confirmation email and links no existing account', async (backend) => {
  const person = aPerson({ email_verified: false })
  const refused = { error: 'access_denied', error_code: 'provider_email_needs_verification' }
  const page = await signInAs(backend, person)
  expect(Object.fromEntries(page.searchParams)).toMatchObject(refused)
  expect(fragmentOf(page)).toMatchObject({ ...refused, sb: '' })
  const { tokenHash } = extractMailLink(await waitForNewestMail(backend, person.email))
  const { data } = await backend.client().auth.verifyOtp({ token_hash: tokenHash, type: 'signup' })
  expect(data.user).toMatchObject({ email: person.email, app_metadata: { provider: 'google' } })
  expect(fragmentOf(await signInAs(backend, person)).access_token).toBeTruthy()

  const member = await createMember(backend)
  const stranger = await signInAs(backend, aPerson({ email: member.email, email_verified: false }))
  expect(fragmentOf(stranger)).toMatchObject(refused)
  expect(await readReceivedMails(backend, member.email)).toEqual([])
})

test('an admin update to the same email address adds no email identity to an OAuth user; a different address adds one', async (backend) => {
  const person = aPerson()
  const id = decodeTokenClaims(fragmentOf(await signInAs(backend, person)).access_token).sub
  const { admin } = backend.secretClient().auth
  expect((await admin.updateUserById(id, { email: person.email, email_confirm: true })).error).toBeNull()
  const { data } = await admin.getUserById(id)
  expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['google'])
  const other = aPerson().email
  expect((await admin.updateUserById(id, { email: other })).data.user?.identities).toHaveLength(2)
})

test('an OAuth sign-in with cancelled consent, a banned user or no email address redirects back with an error', async (backend) => {
  const person = aPerson()
  provider.cancelNext = true
  const cancelled = await signInAs(backend, person)
  expect(fragmentOf(cancelled)).toMatchObject({ error: 'access_denied', error_description: 'The person said no' })
  const page = await signInAs(backend, person)
  const id = decodeTokenClaims(fragmentOf(page).access_token).sub
  await backend.secretClient().auth.admin.updateUserById(id, { ban_duration: '24h' })
  expect(fragmentOf(await signInAs(backend, person))).toMatchObject({
    error: 'access_denied',
    error_code: 'user_banned',
  })
  const silent = aPerson({ email: undefined })
  expect(fragmentOf(await signInAs(backend, silent))).toMatchObject({
    error: 'server_error',
    error_description: 'Error getting user email from external provider',
  })
})

test('an OAuth callback is accepted once, within five minutes, and only in the browser that started the flow', async (backend) => {
  provider.register(backend.url)
  provider.person = aPerson()
  const begin = `${backend.url}/auth/v1/authorize?provider=google`
  const stateErrors = async (page: Promise<URL>) => Object.fromEntries((await page).searchParams)
  const ownOrigin = [backend.url]

  const missing = createFakeBrowser().visit(`${backend.url}/auth/v1/callback?code=x`, ownOrigin)
  expect(await stateErrors(missing)).toMatchObject({ error: 'invalid_request', error_code: 'bad_oauth_callback' })
  for (const state of ['one', crypto.randomUUID()]) {
    const page = createFakeBrowser().visit(`${backend.url}/auth/v1/callback?code=x&state=${state}`, ownOrigin)
    expect(await stateErrors(page)).toMatchObject({ error_code: 'bad_oauth_state' })
  }

  const browser = createFakeBrowser()
  const atProvider = await browser.visit(begin, ownOrigin)
  const state = atProvider.searchParams.get('state')
  const callback = `${backend.url}/auth/v1/callback?code=x&state=${state}`
  expect(await stateErrors(createFakeBrowser().visit(callback, ownOrigin))).toMatchObject({
    error_code: 'bad_oauth_state',
  })
  // The authorisation code is invalid, because the identity provider did not issue it.
  expect(fragmentOf(await browser.visit(callback, ownOrigin))).toMatchObject({ error: 'server_error' })
  expect(await stateErrors(browser.visit(callback, ownOrigin))).toMatchObject({ error_code: 'flow_state_already_used' })

  const late = (await browser.visit(begin, ownOrigin)).searchParams.get('state')
  await runInDatabase(backend, [
    `update auth.flow_state set created_at = now() - interval '6 minutes' where id = '${late}'`,
  ])
  const expired = browser.visit(`${backend.url}/auth/v1/callback?code=x&state=${late}`, ownOrigin)
  expect(await stateErrors(expired)).toMatchObject({ error_code: 'bad_oauth_state' })
})

test('a client that is not a browser can complete its own OAuth flow without cookies', async (backend) => {
  const program = createFakeBrowser({ isProgram: true, forgets: backend.url })
  expect(fragmentOf(await signInAs(backend, aPerson(), program)).access_token).toBeTruthy()
})

test('GET /authorize forwards extra parameters to the provider but ignores overrides of client_id, redirect_uri and state', {
  tags: ['R7.30'],
}, async (backend) => {
  provider.register(backend.url)
  const asked = new URLSearchParams({
    provider: 'google',
    scopes: 'calendar',
    access_type: 'offline',
    nonce: 'of-the-client',
    client_id: 'evil',
    Redirect_Uri: 'https://evil.example/',
    state: 'chosen',
    request_uri: 'https://evil.example/',
  })
  const answer = await callAuth(backend, `GET /authorize?${asked}`, { apikey: null })
  expect(answer.status).toBe(302)
  const sent = new URL(answer.headers.get('location') ?? '').searchParams
  expect(Object.fromEntries(sent)).toEqual({
    client_id: 'our-site',
    response_type: 'code',
    redirect_uri: `${backend.url}/auth/v1/callback`,
    scope: 'openid email profile calendar',
    access_type: 'offline',
    nonce: 'of-the-client',
    state: expect.stringMatching(/^[0-9a-f-]{36}$/),
    code_challenge: expect.any(String),
    code_challenge_method: 'S256',
  })
  const other = await callAuth(backend, 'GET /authorize?provider=facebook')
  expectAuthError(other, 400, 'validation_failed', 'Unsupported provider: Provider "facebook" could not be found')
  const half = await callAuth(backend, 'GET /authorize?provider=google&code_challenge=abc')
  expectAuthError(half, 400, 'validation_failed', expect.stringContaining('PKCE flow requires'))
})

test('GET /authorize rejects OAuth parameters over their length limit with validation_failed', async (backend) => {
  provider.register(backend.url)
  const long = { nonce: 129, state: 513, login_hint: 513, scopes: 1025, code_challenge: 129 }
  for (const [name, length] of Object.entries(long)) {
    const query = new URLSearchParams({ provider: 'google', [name]: 'x'.repeat(length) })
    expectAuthError(await callAuth(backend, `GET /authorize?${query}`), 400, 'validation_failed')
  }
  const query = new URLSearchParams({ provider: 'google', nonce: 'x'.repeat(128), scopes: 'x'.repeat(1024) })
  expect((await callAuth(backend, `GET /authorize?${query}`)).status).toBe(302)
})

function aStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}
