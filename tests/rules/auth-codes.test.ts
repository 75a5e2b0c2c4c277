import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import { brand } from '../support/brand.ts'
import { readReceivedMails, waitForMails } from '../support/mail-box.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { callAuth, expectAuthError, HIGH_AUTH_LIMITS, readAuthError, readClientError } from './auth-call.ts'
import {
  createMember,
  createRandomPassword,
  decodeTokenClaims,
  extractMailCode,
  extractMailLink,
  recordAuthEvents,
  waitForNewestMail,
} from './auth-member.ts'
import { runInDatabase } from './run-in-database.ts'

const test = createCommonBackendTest({ env: HIGH_AUTH_LIMITS })
const expiredCode = [403, 'otp_expired', 'Token has expired or is invalid']
const expiredLink = [403, 'otp_expired', 'Email link is invalid or has expired']

test('verifying a magic-link code signs the user in once and invalidates the link in the same email', {
  tags: ['R7.26'],
}, async (backend) => {
  const { email, user } = await createMember(backend)
  const client = backend.client()
  expect((await client.auth.signInWithOtp({ email })).error).toBeNull()
  const mail = await waitForNewestMail(backend, email)
  expect(mail.subject).toBe(`Your ${brand.name} sign-in code`)
  expect(extractMailLink(mail).type).toBe('magiclink')
  const { data, error } = await client.auth.verifyOtp({ email, token: extractMailCode(mail), type: 'email' })
  expect(error).toBeNull()
  expect(data.user?.id).toBe(user.id)
  expect(decodeTokenClaims(data.session?.access_token).amr).toMatchObject([{ method: 'otp' }])
  const link = await client.auth.verifyOtp({ token_hash: extractMailLink(mail).tokenHash, type: 'magiclink' })
  expect(readClientError(link.error)).toEqual(expiredLink)
  const again = await client.auth.verifyOtp({ email, token: extractMailCode(mail), type: 'email' })
  expect(readClientError(again.error)).toEqual(expiredCode)
})

test('POST /otp for a new address creates an account on verification; with create_user: false it returns otp_disabled', {
  tags: ['R7.26'],
}, async (backend) => {
  const { name, email } = createTestVisitor()
  const client = backend.client()
  const unwanted = await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  expectAuthError(unwanted.error, 422, 'otp_disabled', 'Signups not allowed for otp')
  const odd = await client.auth.signInWithOtp({ email: 'nobody', options: { shouldCreateUser: false } })
  expectAuthError(odd.error, 422, 'otp_disabled', 'Signups not allowed for otp')
  await client.auth.signInWithOtp({ email, options: { data: { name } } })
  const mail = await waitForNewestMail(backend, email)
  expect(extractMailLink(mail).type).toBe('signup')
  const { data } = await client.auth.verifyOtp({ email, token: extractMailCode(mail), type: 'email' })
  expect(data.user).toMatchObject({ email, user_metadata: { name, email_verified: true } })
  expect(data.user?.email_confirmed_at).toBeTruthy()
})

test('password recovery: the emailed link opens a session in which a new password can replace the old one', {
  tags: ['R4.27', 'R7.28'],
}, async (backend) => {
  const { email, password } = await createMember(backend)
  const client = backend.client()
  const events = recordAuthEvents(client)
  expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull()
  const mail = await waitForNewestMail(backend, email)
  expect(mail.subject).toBe(`Set a new ${brand.name} password`)
  const { data } = await client.auth.verifyOtp({ token_hash: extractMailLink(mail).tokenHash, type: 'recovery' })
  expect(data.session).not.toBeNull()
  const fresh = createRandomPassword()
  expect((await client.auth.updateUser({ password: fresh })).error).toBeNull()
  expect(events.filter((event) => event !== 'INITIAL_SESSION')).toEqual(['PASSWORD_RECOVERY', 'USER_UPDATED'])
  expect((await client.auth.signInWithPassword({ email, password })).error).not.toBeNull()
  expect((await client.auth.signInWithPassword({ email, password: fresh })).error).toBeNull()
})

test('POST /recover, /otp and /resend respond identically and after the same minimum time for known and unknown addresses', {
  tags: ['R7.28'],
}, async (backend) => {
  const member = await createMember(backend)
  const stranger = createTestVisitor()
  for (const [path, rest] of [
    ['recover', {}],
    ['otp', {}],
    ['resend', { type: 'signup' }],
  ] as const) {
    const [known, unknown] = await Promise.all(
      [member, stranger].map(async ({ email }) => {
        const began = performance.now()
        const answer = await callAuth(backend, `POST /${path}`, { body: { email, ...rest } })
        return { took: performance.now() - began, status: answer.status, body: answer.body }
      }),
    )
    expect({ ...known, took: 0 }).toEqual({ ...unknown, took: 0 })
    expect({ ...known, took: 0 }).toEqual({ took: 0, status: 200, body: {} })
    // The server pads responses to a minimum duration of 200 ms. Up to 5 ms less is accepted, because timers are inaccurate.
    expect(Math.min(known?.took ?? 0, unknown?.took ?? 0)).toBeGreaterThan(195)
  }
  // For an email address without an account, POST /otp creates an account, and POST /resend then mails its pending confirmation again.
  expect(await waitForMails(backend, stranger.email, { count: 2 })).toHaveLength(2)
})

test('after ten wrong codes for a known or unknown email address POST /verify returns 429 for the right one too, but the emailed link works', async (backend) => {
  const member = await createMember(backend)
  const client = backend.client()
  await client.auth.signInWithOtp({ email: member.email })
  const mail = await waitForNewestMail(backend, member.email)
  const wrongCode = extractMailCode(mail) === '000000' ? '000001' : '000000'
  for (const { email } of [member, createTestVisitor()]) {
    const guess = () => callAuth(backend, 'POST /verify', { body: { type: 'email', email, token: wrongCode } })
    for (let round = 0; round < 10; round++) expect(readAuthError(await guess())).toEqual(expiredCode)
    const slowed = await guess()
    expectAuthError(slowed, 429, 'over_request_rate_limit', 'Request rate limit reached')
    expect(Number(slowed.headers.get('retry-after'))).toBeLessThanOrEqual(360)
  }
  const right = await client.auth.verifyOtp({ email: member.email, token: extractMailCode(mail), type: 'email' })
  expectAuthError(right.error, 429, 'over_request_rate_limit', 'Request rate limit reached')
  const link = await client.auth.verifyOtp({ token_hash: extractMailLink(mail).tokenHash, type: 'magiclink' })
  expect(link.error).toBeNull()
})

test('an emailed code or link older than one hour is rejected with otp_expired', async (backend) => {
  const { email, user } = await createMember(backend)
  const client = backend.client()
  await client.auth.signInWithOtp({ email })
  const mail = await waitForNewestMail(backend, email)
  await runInDatabase(backend, [
    `update auth.one_time_tokens set created_at = now() - interval '61 minutes' where user_id = '${user.id}'`,
  ])
  const code = await client.auth.verifyOtp({ email, token: extractMailCode(mail), type: 'email' })
  expect(readClientError(code.error)).toEqual(expiredCode)
  const link = await client.auth.verifyOtp({ token_hash: extractMailLink(mail).tokenHash, type: 'magiclink' })
  expect(readClientError(link.error)).toEqual(expiredLink)
})

test('an emailed code or link is rejected for another verification type, and a code for another email address', async (backend) => {
  const [one, other] = [await createMember(backend), await createMember(backend)]
  const client = backend.client()
  await client.auth.resetPasswordForEmail(one.email)
  const mail = await waitForNewestMail(backend, one.email)
  const token = extractMailCode(mail)
  for (const type of ['signup', 'invite', 'email_change'] as const) {
    expect(readClientError((await client.auth.verifyOtp({ email: one.email, token, type })).error)).toEqual(expiredCode)
  }
  const foreign = await client.auth.verifyOtp({ email: other.email, token, type: 'recovery' })
  expect(readClientError(foreign.error)).toEqual(expiredCode)
  const link = await client.auth.verifyOtp({ token_hash: extractMailLink(mail).tokenHash, type: 'signup' })
  expect(readClientError(link.error)).toEqual(expiredLink)
  expect((await client.auth.verifyOtp({ email: one.email, token, type: 'recovery' })).error).toBeNull()
})

test('an emailed sign-in link of a banned user is rejected with user_banned', async (backend) => {
  const { email, user } = await createMember(backend)
  const client = backend.client()
  await client.auth.signInWithOtp({ email })
  const mail = await waitForNewestMail(backend, email)
  await backend.secretClient().auth.admin.updateUserById(user.id, { ban_duration: '24h' })
  const { error } = await client.auth.verifyOtp({ token_hash: extractMailLink(mail).tokenHash, type: 'magiclink' })
  expectAuthError(error, 403, 'user_banned', 'User is banned')
})

test('POST /resend sends a new confirmation email until the address is confirmed, and invalidates the earlier code', {
  tags: ['R7.27'],
}, async (backend) => {
  const { email } = createTestVisitor()
  const client = backend.client()
  await client.auth.signUp({ email, password: createRandomPassword() })
  expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull()
  const [first, second] = await waitForMails(backend, email, { count: 2 })
  if (!first || !second) throw new Error('Two mails were expected.')
  const old = await client.auth.verifyOtp({ email, token: extractMailCode(first), type: 'signup' })
  if (extractMailCode(first) !== extractMailCode(second)) expect(readClientError(old.error)).toEqual(expiredCode)
  expect((await client.auth.verifyOtp({ email, token: extractMailCode(second), type: 'signup' })).error).toBeNull()
  expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull()
  expect(await readReceivedMails(backend, email)).toHaveLength(2)
})

test('POST /otp, /recover, /resend and /verify reject missing or malformed parameters with GoTrue’s error messages', async (backend) => {
  const invalid = 'validation_failed'
  const oneOf = 'Only an email address or phone number should be provided'
  const e164 = 'Invalid phone number format (E.164 required)'
  const channel = "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported with Twilio"
  const hash = 'a'.repeat(56)
  const cases: [path: string, body: object, message: string, status?: number, code?: string][] = [
    ['otp', {}, 'One of email or phone must be set'],
    ['otp', { email: 'a@example.com', phone: '49151' }, oneOf],
    ['otp', { email: 'a@example.com', channel: 'sms' }, 'Channel should only be specified with Phone OTP'],
    ['otp', { phone: 'abc' }, e164],
    ['otp', { phone: '49151123', channel: 'whatsapp' }, channel],
    ['otp', { phone: '49151123' }, 'Unsupported phone provider', 400, 'phone_provider_disabled'],
    ['recover', {}, 'Password recovery requires an email'],
    ['recover', { email: 'nobody' }, 'Unable to validate email address: invalid format'],
    ['resend', { email: 'a@example.com' }, 'Missing one of these types: signup, email_change, sms, phone_change'],
    ['resend', { type: 'signup' }, 'Missing email address or phone number'],
    ['resend', { type: 'signup', phone: '49151' }, 'Type provided requires an email address'],
    ['resend', { type: 'sms', email: 'a@example.com' }, 'Type provided requires a phone number'],
    ['resend', { type: 'sms', email: 'a@example.com', phone: '49151' }, `${oneOf}.`],
    ['resend', { type: 'sms', phone: '49151123' }, 'Phone logins are disabled', 400, 'phone_provider_disabled'],
    ['verify', { token: '123456', email: 'a@example.com' }, 'Verify requires a verification type'],
    ['verify', { type: 'email' }, 'Verify requires either a token or a token hash'],
    ['verify', { type: 'email', token: '1', token_hash: hash }, 'Verify requires either a token or a token hash'],
    ['verify', { type: 'email', token: '123456' }, `${oneOf} on verify`],
    [
      'verify',
      { type: 'email', token_hash: hash, email: 'a@example.com' },
      'Only the token_hash and type should be provided',
    ],
    ['verify', { type: 'sms', token_hash: hash }, 'Invalid email verification type'],
    ['verify', { type: 'toString', token_hash: hash }, 'Invalid email verification type'],
    ['verify', { type: 'email', token: '123456', email: 'nobody' }, 'Invalid email format', 422, invalid],
    ['verify', { type: 'sms', token: '123456', phone: 'abc' }, e164],
    [
      'verify',
      { type: 'nothing', token: '123456', email: 'a@example.com' },
      'Token has expired or is invalid',
      403,
      'otp_expired',
    ],
    [
      'verify',
      { type: 'email', token: '123456', phone: '49151123' },
      'Token has expired or is invalid',
      403,
      'otp_expired',
    ],
  ]
  for (const [path, body, message, status = 400, code = invalid] of cases) {
    const answer = await callAuth(backend, `POST /${path}`, { body })
    expect(readAuthError(answer), JSON.stringify(body)).toEqual([status, code, message])
  }
})
