import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import { brand } from '../support/brand.ts'
import { readReceivedMails, waitForMails } from '../support/mail-box.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { callAuth, callAuthAsAdmin, expectAuthError, HIGH_AUTH_LIMITS, readAuthError } from './auth-call.ts'
import {
  createMember,
  createRandomPassword,
  decodeTokenClaims,
  extractMailCode,
  extractMailLink,
  waitForNewestMail,
} from './auth-member.ts'

const test = createCommonBackendTest({ env: HIGH_AUTH_LIMITS })

test('a user can sign up, confirm the email address, sign in, refresh and sign out, and the log contains no secret', {
  tags: ['R1.7', 'R3.15', 'R3.16', 'R7.12', 'R7.16', 'R7.19'],
}, async (backend) => {
  const { name, email } = createTestVisitor()
  const password = createRandomPassword()
  const client = backend.client()
  const signedUp = await client.auth.signUp({ email, password, options: { data: { name } } })
  expect(signedUp.error).toBeNull()
  expect(signedUp.data.session).toBeNull()
  expect(signedUp.data.user).toMatchObject({
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { name, email, email_verified: false, phone_verified: false },
    identities: [{ provider: 'email', identity_data: { email, name, email_verified: false } }],
    is_anonymous: false,
  })
  expect(signedUp.data.user?.confirmation_sent_at).toBeTruthy()

  const early = await client.auth.signInWithPassword({ email, password })
  expectAuthError(early.error, 400, 'email_not_confirmed', 'Email not confirmed')

  const mail = await waitForNewestMail(backend, email)
  expect(mail.subject).toBe(`Confirm your ${brand.name} account`)
  const confirmed = await client.auth.verifyOtp({ email, token: extractMailCode(mail), type: 'signup' })
  expect(confirmed.error).toBeNull()
  expect(confirmed.data.session).toMatchObject({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    expires_in: 3600,
    expires_at: decodeTokenClaims(confirmed.data.session?.access_token).exp,
    token_type: 'bearer',
    user: { id: signedUp.data.user?.id },
  })
  expect(confirmed.data.user).toMatchObject({ email, user_metadata: { email_verified: true } })
  const claims = decodeTokenClaims(confirmed.data.session?.access_token)
  expect(claims).toMatchObject({
    iss: `${backend.url}/auth/v1`,
    sub: confirmed.data.user?.id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    aal: 'aal1',
    amr: [{ method: 'otp', timestamp: expect.any(Number) }],
    session_id: expect.any(String),
    is_anonymous: false,
  })
  expect(claims.exp - claims.iat).toBe(3600)

  // Asks without supabase-js, which adds fields that a response lacks.
  const signedIn = (await callAuth(backend, 'POST /token?grant_type=password', { body: { email, password } })).body
  expect(signedIn).toMatchObject({
    expires_at: decodeTokenClaims(signedIn.access_token).exp,
    user: { identities: [{ provider: 'email', identity_data: { email, name } }] },
  })

  const refreshed = await client.auth.refreshSession()
  expect(refreshed.error).toBeNull()
  expect(refreshed.data.session?.refresh_token).not.toBe(confirmed.data.session?.refresh_token)
  expect(decodeTokenClaims(refreshed.data.session?.access_token)).toMatchObject({
    session_id: claims.session_id,
    amr: claims.amr,
  })

  expect((await client.auth.signOut()).error).toBeNull()
  const bearer = refreshed.data.session?.access_token
  expectAuthError(
    await callAuth(backend, 'GET /user', { bearer }),
    403,
    'session_not_found',
    'Session from session_id claim in JWT does not exist',
  )
  const log = backend.log()
  for (const secret of [password, bearer, refreshed.data.session?.refresh_token, extractMailLink(mail).tokenHash]) {
    expect(log.includes(secret ?? '-')).toBe(false)
  }
})

test('the link in a confirmation email opens the site, and its token can be verified only once', {
  tags: ['R7.12'],
}, async (backend) => {
  const { email } = createTestVisitor()
  const client = backend.client()
  await client.auth.signUp({ email, password: createRandomPassword() })
  const { url, tokenHash, type } = extractMailLink(await waitForNewestMail(backend, email))
  expect(url).toBe(`${backend.url}/#confirm?token_hash=${tokenHash}&type=signup`)
  expect(tokenHash).toMatch(/^[0-9a-f]{56}$/)
  expect((await fetch(url)).status).toBe(200) // a GET request by a mail scanner does not consume the token
  const first = await client.auth.verifyOtp({ token_hash: tokenHash, type: type as 'signup' })
  expect(first.data.session).not.toBeNull()
  const again = await client.auth.verifyOtp({ token_hash: tokenHash, type: 'signup' })
  expectAuthError(again.error, 403, 'otp_expired', 'Email link is invalid or has expired')
})

test('a second sign-up before confirmation invalidates the first confirmation email and replaces the password', async (backend) => {
  const { email } = createTestVisitor()
  const client = backend.client()
  const [other, password] = [createRandomPassword(), createRandomPassword()]
  await client.auth.signUp({ email, password: other, options: { data: { name: 'First' } } })
  await client.auth.signUp({ email: email.toUpperCase(), password, options: { data: { name: 'Second' } } })
  const mails = await waitForMails(backend, email, { count: 2 })
  const old = await client.auth.verifyOtp({
    token_hash: extractMailLink(mails[0] ?? never()).tokenHash,
    type: 'signup',
  })
  expectAuthError(old.error, 403, 'otp_expired', 'Email link is invalid or has expired')
  const { data } = await client.auth.verifyOtp({
    token_hash: extractMailLink(mails[1] ?? never()).tokenHash,
    type: 'signup',
  })
  expect(data.user).toMatchObject({
    user_metadata: { name: 'Second' },
    identities: [{ identity_data: { name: 'Second' } }],
  })
  const wrong = await client.auth.signInWithPassword({ email, password: other })
  expectAuthError(wrong.error, 400, 'invalid_credentials', 'Invalid login credentials')
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
})

test('signing up with a confirmed address returns a fake user and sends no mail', async (backend) => {
  const member = await createMember(backend)
  const { data, error } = await backend
    .client()
    .auth.signUp({ email: member.email, password: createRandomPassword(), options: { data: { name: 'Eve' } } })
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  expect(data.user).toMatchObject({ email: member.email, role: 'authenticated', user_metadata: { name: 'Eve' } })
  expect(data.user?.id).not.toBe(member.user.id)
  expect(data.user).not.toHaveProperty('email_confirmed_at')
  expect(data.user).not.toHaveProperty('last_sign_in_at')
  expect(await readReceivedMails(backend, member.email)).toEqual([])
})

test('concurrent sign-ups with one email address all return 200 and create one account', async (backend) => {
  const { email } = createTestVisitor()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      callAuth(backend, 'POST /signup', { body: { email, password: createRandomPassword() } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { body } = await callAuthAsAdmin(backend, `GET /admin/users?filter=${encodeURIComponent(email)}`)
  expect(body.users).toHaveLength(1)
  expect(answers.filter(({ body: { id } }) => id === body.users[0].id)).toHaveLength(1)
})

const weak = 'Password is known to be weak and easy to guess, please choose a different one.'
const short = 'Password should be at least 8 characters.'

test('POST /signup rejects a short or common password, or one with the product name, and lists the reasons', {
  tags: ['R8.32'],
}, async (backend) => {
  const reasonsOf = async (password: string) => {
    const answer = await callAuth(backend, 'POST /signup', { body: { email: createTestVisitor().email, password } })
    return [...readAuthError(answer), answer.body.weak_password.reasons]
  }
  expect(await reasonsOf('kurz')).toEqual([422, 'weak_password', short, ['length']])
  expect(await reasonsOf('iloveyou1')).toEqual([422, 'weak_password', weak, ['pwned']])
  expect(await reasonsOf('IloveYou1')).toEqual([422, 'weak_password', weak, ['pwned']])
  expect(await reasonsOf(`${brand.name}20262026!`)).toEqual([422, 'weak_password', weak, ['pwned']])
  expect(await reasonsOf('qwerty')).toEqual([422, 'weak_password', `${short} ${weak}`, ['length', 'pwned']])
  expect(await reasonsOf('\u{1f600}'.repeat(7))).toEqual([422, 'weak_password', short, ['length']])
  const { error } = await backend.client().auth.signUp({ email: createTestVisitor().email, password: 'qwerty' })
  expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length', 'pwned'] })
})

test('a password can have up to 72 bytes of any characters, including leading and trailing spaces', {
  tags: ['R7.13', 'R7.17'],
}, async (backend) => {
  const { email } = createTestVisitor()
  const password = ` ${'é'.repeat(35)} `
  expect((await callAuth(backend, 'POST /signup', { body: { email, password } })).status).toBe(200)
  const client = backend.client()
  await client.auth.verifyOtp({ email, token: extractMailCode(await waitForNewestMail(backend, email)), type: 'email' })
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  expect((await client.auth.signInWithPassword({ email, password: password.trim() })).error).not.toBeNull()
  const long = await callAuth(backend, 'POST /signup', { body: { email, password: `${password}x` } })
  expectAuthError(long, 400, 'validation_failed', 'Password cannot be longer than 72 characters')
})

test('POST /signup rejects missing or malformed parameters with GoTrue’s error messages', {
  tags: ['R7.16'],
}, async (backend) => {
  const password = createRandomPassword()
  const { email } = createTestVisitor()
  const challenge = 'a'.repeat(43)
  const half = 'PKCE flow requires code_challenge_method and code_challenge'
  const both = 'Only an email address or phone number should be provided on signup.'
  const length = 'code challenge has to be between 43 and 128 characters of [A-Za-z0-9._~-]'
  const pkce = (code_challenge: string, method: string) => ({
    email,
    password,
    code_challenge,
    code_challenge_method: method,
  })
  const cases: [body: object, message: string][] = [
    [{ email }, 'Signup requires a valid password'],
    [{ email, phone: '4915112345678', password }, both],
    [{ email: 'nobody', password: 'password123' }, 'Unable to validate email address: invalid format'],
    [{ email: 'nobody', password }, 'Unable to validate email address: invalid format'],
    [{ email: 'nobody@localhost', password }, 'Unable to validate email address: invalid format'],
    [{ email: `${email}\nBcc: x@example.org`, password }, 'Unable to validate email address: invalid format'],
    [{ email: `${'a'.repeat(250)}@example.com`, password }, 'An email address is too long'],
    [{ email, password, code_challenge: challenge }, half],
    [{ email, password, code_challenge_method: 's256' }, half],
    [pkce(challenge, 'md5'), 'code_challenge_method must be s256 or plain'],
    [pkce('short', 's256'), length],
    [{ email, password, data: { name: 'a'.repeat(5000) } }, 'Metadata can not be longer than 4096 bytes'],
    [{ email, password, data: { name: 'a\u0000b' } }, 'The request holds a character that can not be stored'],
    [{ email, password, data: { name: '\ud800' } }, 'The request holds a character that can not be stored'],
  ]
  for (const [body, message] of cases) {
    const answer = await callAuth(backend, 'POST /signup', { body })
    expectAuthError(answer, 400, 'validation_failed', message)
  }
  expect(await readReceivedMails(backend, email)).toEqual([])
})

test('phone and anonymous sign-ups are rejected with an error of their own when their provider is disabled', async (backend) => {
  const password = createRandomPassword()
  const phone = await callAuth(backend, 'POST /signup', { body: { phone: '4915112345678', password } })
  expectAuthError(phone, 400, 'phone_provider_disabled', 'Phone signups are disabled')
  const { error } = await backend.client().auth.signInAnonymously()
  expectAuthError(error, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
})

function never(): never {
  throw new Error('There is no such mail.')
}
