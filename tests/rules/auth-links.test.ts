import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import {
  type AuthServiceResponse,
  callAuth,
  callAuthAsAdmin,
  expectAuthError,
  HIGH_AUTH_LIMITS,
  readAuthError,
} from './auth-call.ts'
import {
  createMember,
  createRandomPassword,
  decodeTokenClaims,
  extractMailLink,
  type SignedInMember,
  waitForNewestMail,
} from './auth-member.ts'
import { runInDatabase } from './run-in-database.ts'

const ELSEWHERE = 'https://app.example.org/welcome'
const test = createSharedBackendTest({
  env: { ...HIGH_AUTH_LIMITS, AUTH_ADDITIONAL_REDIRECT_URLS: 'https://*.example.org/**, myapp://callback' },
})

/** Asserts the status of a redirect response and returns the page, the query and the fragment of its target URL. */
function sentTo(answer: AuthServiceResponse, status = 303) {
  expect(answer.status).toBe(status)
  const url = new URL(answer.headers.get('location') ?? '')
  const fragment = Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
  const query = Object.fromEntries(url.searchParams)
  url.hash = url.search = ''
  return { page: url.href, query, fragment }
}

function challengeFor(verifier: string) {
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  return { code_challenge, code_challenge_method: 's256' }
}

async function mailedLink(backend: TestBackend, email: string, extra: object = {}, redirectTo = '') {
  const query = redirectTo === '' ? '' : `?redirect_to=${encodeURIComponent(redirectTo)}`
  expect((await callAuth(backend, `POST /otp${query}`, { body: { email, ...extra } })).status).toBe(200)
  return extractMailLink(await waitForNewestMail(backend, email))
}

test('GET /verify with an emailed link redirects with tokens in the fragment once, and with otp_expired after that', async (backend) => {
  const { email, user } = await createMember(backend)
  const { tokenHash, redirectTo } = await mailedLink(backend, email, {}, ELSEWHERE)
  expect(redirectTo).toBe(ELSEWHERE)
  const path = `/verify?token=${tokenHash}&type=magiclink&redirect_to=${encodeURIComponent(ELSEWHERE)}` as const
  const answer = await callAuth(backend, `GET ${path}`, { apikey: null })
  const { page, query, fragment } = sentTo(answer)
  expect({ page, query }).toEqual({ page: ELSEWHERE, query: {} })
  expect(fragment).toMatchObject({ token_type: 'bearer', type: 'magiclink', expires_in: '3600' })
  expect(decodeTokenClaims(fragment.access_token).sub).toBe(user.id)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const again = sentTo(await callAuth(backend, `GET ${path}`, { apikey: null }))
  expect(again.fragment).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
    sb: '',
  })
})

test('an emailed link requested with a PKCE challenge redirects with a code that only the matching verifier can exchange', async (backend) => {
  const { email, user } = await createMember(backend)
  const verifier = randomBytes(32).toString('base64url')
  const { tokenHash } = await mailedLink(backend, email, challengeFor(verifier))
  expect(tokenHash).toMatch(/^pkce_[0-9a-f]{56}$/)
  const { page, query, fragment } = sentTo(await callAuth(backend, `GET /verify?token=${tokenHash}&type=magiclink`))
  expect({ page, fragment }).toEqual({ page: `${backend.url}/`, fragment: {} })

  const exchange = (auth_code: unknown, code_verifier: unknown) =>
    callAuth(backend, 'POST /token?grant_type=pkce', { body: { auth_code, code_verifier } })
  const mismatch = [400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier']
  expect(readAuthError(await exchange(query.code, 'x'.repeat(43)))).toEqual(mismatch)
  const { status, body } = await exchange(query.code, verifier)
  expect(status).toBe(200)
  expect(body.user.id).toBe(user.id)
  expect(decodeTokenClaims(body.access_token).amr).toMatchObject([{ method: 'magiclink' }])

  const notFound = [404, 'flow_state_not_found', 'invalid flow state, no valid flow state found']
  expect(readAuthError(await exchange(query.code, verifier))).toEqual(notFound)
  const empty = 'invalid request: both auth code and code verifier should be non-empty'
  expectAuthError(await exchange('', verifier), 400, 'validation_failed', empty)
})

test('a PKCE code expires after five minutes, and a used PKCE link redirects with its error in query and fragment', {
  tags: ['R7.23'],
}, async (backend) => {
  const { email, user } = await createMember(backend)
  const verifier = randomBytes(32).toString('base64url')
  const { tokenHash } = await mailedLink(backend, email, challengeFor(verifier))
  const { query } = sentTo(await callAuth(backend, `GET /verify?token=${tokenHash}&type=magiclink`))
  await runInDatabase(backend, [
    `update auth.flow_state set auth_code_issued_at = now() - interval '6 minutes' where user_id = '${user.id}'`,
  ])
  const late = await callAuth(backend, 'POST /token?grant_type=pkce', {
    body: { auth_code: query.code, code_verifier: verifier },
  })
  expectAuthError(late, 422, 'flow_state_expired', 'invalid flow state, flow state has expired')
  const again = sentTo(await callAuth(backend, `GET /verify?token=${tokenHash}&type=magiclink`))
  expect(again.query).toMatchObject({ error: 'access_denied', error_code: 'otp_expired' })
  expect(again.fragment).toMatchObject({ error: 'access_denied', error_code: 'otp_expired' })
})

const ends: Record<string, (backend: TestBackend, member: SignedInMember) => Promise<AuthServiceResponse>> = {
  'a password change': (backend, { session }) =>
    callAuth(backend, 'PUT /user', { bearer: session.access_token, body: { password: createRandomPassword() } }),
  "an admin's password change": (backend, { user }) =>
    callAuthAsAdmin(backend, `PUT /admin/users/${user.id}`, { body: { password: createRandomPassword() } }),
  'a global sign-out': (backend, { session }) =>
    callAuth(backend, 'POST /logout?scope=global', { bearer: session.access_token }),
}

for (const [what, end] of Object.entries(ends)) {
  test(`after ${what}, a PKCE code issued earlier is rejected with flow_state_not_found`, async (backend) => {
    const member = await createMember(backend)
    const verifier = randomBytes(32).toString('base64url')
    const { tokenHash } = await mailedLink(backend, member.email, challengeFor(verifier))
    const { query } = sentTo(await callAuth(backend, `GET /verify?token=${tokenHash}&type=magiclink`))
    expect((await end(backend, member)).status).toBeLessThan(300)
    const body = { auth_code: query.code, code_verifier: verifier }
    const notFound = [404, 'flow_state_not_found', 'invalid flow state, no valid flow state found']
    expect(readAuthError(await callAuth(backend, 'POST /token?grant_type=pkce', { body }))).toEqual(notFound)
  })
}

test('links in sign-up and recovery emails requested with a PKCE challenge redirect with an exchangeable PKCE code', async (backend) => {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = challengeFor(verifier)
  const exchanged = async (email: string, type: string, count = 1) => {
    const { tokenHash } = extractMailLink(await waitForNewestMail(backend, email, count))
    const { query } = sentTo(await callAuth(backend, `GET /verify?token=${tokenHash}&type=${type}`))
    const body = { auth_code: query.code, code_verifier: verifier }
    return decodeTokenClaims((await callAuth(backend, 'POST /token?grant_type=pkce', { body })).body.access_token)
      .amr[0].method
  }
  const { email } = createTestVisitor()
  await callAuth(backend, 'POST /signup', { body: { email, password: createRandomPassword(), ...challenge } })
  expect(await exchanged(email, 'signup')).toBe('email/signup')
  await callAuth(backend, 'POST /recover', { body: { email, ...challenge } })
  expect(await exchanged(email, 'recovery', 2)).toBe('recovery')
})

test('GET /verify with a redirect_to that is not on the allow list redirects to the site URL', async (backend) => {
  const { email } = await createMember(backend)
  const hostile = [
    'https://evil.example/',
    `${backend.url}.evil.example/`,
    `${backend.url}@evil.example/`,
    'javascript:alert(1)',
    '//evil.example',
    'https://app.example.org.evil.example/',
    'https://a.b.example.org/',
    'https://2130706433/',
    'otherapp://callback',
  ]
  for (const target of hostile) {
    const path = `/verify?token=${'a'.repeat(56)}&type=magiclink&redirect_to=${encodeURIComponent(target)}` as const
    expect(sentTo(await callAuth(backend, `GET ${path}`)).page, target).toBe(`${backend.url}/`)
  }
  const { redirectTo } = await mailedLink(backend, email, {}, 'https://evil.example/')
  expect(redirectTo).toBeNull()
  for (const target of ['myapp://callback', ELSEWHERE, backend.url.replace('localhost', '127.0.0.1')]) {
    const path = `/verify?token=${'a'.repeat(56)}&type=magiclink&redirect_to=${encodeURIComponent(target)}` as const
    const location = (await callAuth(backend, `GET ${path}`)).headers.get('location') ?? ''
    expect(location.startsWith(target), location).toBe(true)
  }
})

test('GET /verify without a type or token returns validation_failed', async (backend) => {
  const type = await callAuth(backend, 'GET /verify?token=abc')
  expectAuthError(type, 400, 'validation_failed', 'Verify requires a verification type')
  const token = await callAuth(backend, 'GET /verify?type=signup')
  expectAuthError(token, 400, 'validation_failed', 'Verify requires a token or a token hash')
})

test('a sign-up link from admin generate_link opens a session and redirects to an allowed redirect_to page', async (backend) => {
  const { email } = createTestVisitor()
  const made = await callAuthAsAdmin(backend, 'POST /admin/generate_link', {
    body: { type: 'signup', email, password: createRandomPassword(), redirect_to: ELSEWHERE },
  })
  expect(made.status).toBe(200)
  const { action_link, email_otp, hashed_token, verification_type, redirect_to } = made.body
  expect({ verification_type, redirect_to }).toEqual({ verification_type: 'signup', redirect_to: ELSEWHERE })
  expect(email_otp).toMatch(/^\d{6}$/)
  expect(action_link).toContain(`token=${hashed_token}`)
  const { pathname, search } = new URL(action_link)
  const { page, fragment } = sentTo(await callAuth(backend, `GET ${pathname.replace('/auth/v1', '') as '/'}${search}`))
  expect(page).toBe(ELSEWHERE)
  expect(decodeTokenClaims(fragment.access_token).email).toBe(email)
})
