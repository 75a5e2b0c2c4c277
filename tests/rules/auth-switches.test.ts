import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { brand } from '../support/brand.ts'
import { readReceivedMails } from '../support/mail-box.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import {
  callAuth,
  callAuthAsAdmin,
  expectAuthError,
  HIGH_AUTH_LIMITS,
  readAuthError,
  readClientError,
} from './auth-call.ts'
import {
  createMember,
  createRandomPassword,
  decodeTokenClaims,
  extractMailCode,
  waitForNewestMail,
} from './auth-member.ts'

const test = createSharedBackendTest({
  env: {
    ...HIGH_AUTH_LIMITS,
    AUTH_EMAIL_ENABLE_CONFIRMATIONS: 'false',
    AUTH_EMAIL_DOUBLE_CONFIRM_CHANGES: 'false',
    AUTH_SMS_ENABLE_SIGNUP: 'true',
    AUTH_ENABLE_ANONYMOUS_SIGN_INS: 'true',
    AUTH_ENABLE_REFRESH_TOKEN_ROTATION: 'false',
    AUTH_REFRESH_TOKEN_REUSE_INTERVAL: '0',
    AUTH_MINIMUM_PASSWORD_LENGTH: '12',
    AUTH_PASSWORD_KNOWN_LIST: 'false',
    AUTH_JWT_EXPIRY: '600',
    AUTH_SESSIONS_TIMEBOX: '0',
    AUTH_WEB3_SOLANA_ENABLED: 'true',
  },
})
const withStrictSettings = createSharedBackendTest({
  env: {
    ...HIGH_AUTH_LIMITS,
    AUTH_ENABLE_SIGNUP: 'false',
    AUTH_MFA_TOTP_ENROLL_ENABLED: 'false',
    AUTH_MFA_WEB_AUTHN_ENROLL_ENABLED: 'false',
    AUTH_ENABLE_ANONYMOUS_SIGN_INS: 'true',
    AUTH_SESSIONS_TIMEBOX: '1',
  },
})
const withoutEmail = createSharedBackendTest({
  env: {
    ...HIGH_AUTH_LIMITS,
    AUTH_EMAIL_ENABLE_SIGNUP: 'false',
    AUTH_MFA_TOTP_VERIFY_ENABLED: 'false',
    AUTH_MFA_PHONE_ENROLL_ENABLED: 'true',
    AUTH_MFA_WEB_AUTHN_VERIFY_ENABLED: 'false',
    AUTH_SMS_ENABLE_SIGNUP: 'true',
  },
})

test('with confirmations disabled, sign-up opens a session, and a taken address or number returns user_already_exists', async (backend) => {
  const { email } = createTestVisitor()
  const password = createRandomPassword()
  const { data, error } = await backend.client().auth.signUp({ email, password })
  expect(error).toBeNull()
  expect(data.session).toMatchObject({ expires_in: 600 })
  expect(data.user?.email_confirmed_at).toBeTruthy()
  expect(decodeTokenClaims(data.session?.access_token).amr).toMatchObject([{ method: 'password' }])
  const again = await backend.client().auth.signUp({ email, password })
  expectAuthError(again.error, 422, 'user_already_exists', 'User already registered')
  expect(await readReceivedMails(backend, email)).toEqual([])
  const phone = `49151${Math.floor(Math.random() * 90_000_000 + 10_000_000)}`
  const byPhone = await backend.client().auth.signUp({ phone, password })
  expect(byPhone.data.session).not.toBeNull()
  const twice = await backend.client().auth.signUp({ phone, password })
  expectAuthError(twice.error, 422, 'user_already_exists', 'User already registered')
  const races = await Promise.all(
    Array.from({ length: 3 }, () => callAuth(backend, 'POST /signup', { body: { email: `x${email}`, password } })),
  )
  expect(races.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
})

test('with double confirmation disabled, an email address change is confirmed by the new address alone', async (backend) => {
  const { client, email } = await createMember(backend)
  const { email: wanted } = createTestVisitor()
  await client.auth.updateUser({ email: wanted })
  const { data } = await client.auth.verifyOtp({
    email: wanted,
    token: extractMailCode(await waitForNewestMail(backend, wanted)),
    type: 'email_change',
  })
  expect(data.user?.email).toBe(wanted)
  expect((await readReceivedMails(backend, email)).map(({ subject }) => subject)).not.toContain(
    `Confirm the new address for your ${brand.name} account`,
  )
})

test('an anonymous user has restricted rights and becomes a permanent user by adding an email address', async (backend) => {
  const client = backend.client()
  const { data, error } = await client.auth.signInAnonymously({ options: { data: { cart: 3 } } })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ is_anonymous: true, email: '', identities: [], user_metadata: { cart: 3 } })
  const bearer = data.session?.access_token
  expect(decodeTokenClaims(bearer)).toMatchObject({ is_anonymous: true, amr: [{ method: 'anonymous' }] })
  const factors = await callAuth(backend, 'POST /factors', { bearer, body: { factor_type: 'totp' } })
  const notAllowed = 'Anonymous user not allowed to perform these actions'
  expectAuthError(factors, 403, 'no_authorization', notAllowed)
  const early = await client.auth.updateUser({ password: createRandomPassword() })
  expectAuthError(early.error, 422, 'validation_failed', expect.stringContaining('anonymous user'))
  const code = await client.auth.reauthenticate()
  const needs = 'Reauthentication requires the user to have an email or a phone number'
  expectAuthError(code.error, 400, 'validation_failed', needs)
  const { email } = createTestVisitor()
  const named = await client.auth.updateUser({ email, password: createRandomPassword() })
  expect(named.data.user).toMatchObject({ id: data.user?.id, email, is_anonymous: false })
  expect(named.data.user?.identities).toMatchObject([{ provider: 'email' }])
})

test('with refresh token rotation disabled, reuse of an old refresh token does not revoke the current one', async (backend) => {
  const { session } = await createMember(backend)
  const refresh = (refresh_token: string) =>
    callAuth(backend, 'POST /token?grant_type=refresh_token', { body: { refresh_token } })
  const first = await refresh(session.refresh_token)
  const second = await refresh(first.body.refresh_token)
  expectAuthError(await refresh(session.refresh_token), 400, 'refresh_token_already_used')
  expect((await refresh(second.body.refresh_token)).status).toBe(200)
})

test('AUTH_MINIMUM_PASSWORD_LENGTH sets the minimum password length that sign-up enforces and names in its error', async (backend) => {
  const { error } = await backend.client().auth.signUp({ email: createTestVisitor().email, password: 'Zq8!vBn2#kL' })
  expect(error).toMatchObject({ message: 'Password should be at least 12 characters.', reasons: ['length'] })
})

test('with AUTH_PASSWORD_KNOWN_LIST=false, sign-up accepts a common password', async (backend) => {
  const { error } = await backend.client().auth.signUp({ email: createTestVisitor().email, password: 'password1234' })
  expect(error).toBeNull()
})

test('with only Solana wallets enabled, sign-in with an Ethereum wallet returns web3_provider_disabled', async (backend) => {
  const body = { chain: 'ethereum', message: 'x'.repeat(64), signature: `0x${'0'.repeat(130)}` }
  const answer = await callAuth(backend, 'POST /token?grant_type=web3', { body })
  expectAuthError(answer, 422, 'web3_provider_disabled', 'Ethereum Web3 provider is disabled')
})

withStrictSettings(
  'with sign-ups disabled, password, emailed-code and anonymous sign-ups are rejected, but an admin can invite a user',
  async (backend) => {
    const { email } = createTestVisitor()
    const closed = [422, 'signup_disabled', 'Signups not allowed for this instance']
    const client = backend.client()
    expect(readClientError((await client.auth.signUp({ email, password: createRandomPassword() })).error)).toEqual(
      closed,
    )
    expect(readClientError((await client.auth.signInWithOtp({ email })).error)).toEqual(closed)
    expect(readClientError((await client.auth.signInAnonymously()).error)).toEqual(closed)
    const invited = await backend.secretClient().auth.admin.inviteUserByEmail(email)
    expect(invited.error).toBeNull()
    expect((await client.auth.signInWithOtp({ email })).error).toBeNull()
  },
)

withStrictSettings(
  'a disabled MFA factor type cannot be enrolled, and each disabled auth feature returns its own error code',
  async (backend) => {
    const { session } = await createMember(backend)
    const bearer = session.access_token
    const enrol = async (factor_type: string) =>
      readAuthError(await callAuth(backend, 'POST /factors', { bearer, body: { factor_type } }))
    expect(await enrol('totp')).toEqual([422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP'])
    const webauthn = [422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn']
    expect(await enrol('webauthn')).toEqual(webauthn)
    const off: [Parameters<typeof callAuth>[1], number, string, string][] = [
      ['POST /sso', 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
      ['GET /oauth/authorize', 404, 'feature_disabled', 'OAuth server is disabled'],
      ['POST /oauth/token', 404, 'feature_disabled', 'OAuth server is disabled'],
      [
        'POST /oauth/clients/register',
        403,
        'oauth_dynamic_client_registration_disabled',
        'Dynamic client registration is disabled',
      ],
      ['GET /passkeys', 404, 'passkey_disabled', 'Passkeys are disabled'],
      ['POST /passkeys/authentication/options', 404, 'passkey_disabled', 'Passkeys are disabled'],
      ['GET /authorize?provider=google', 400, 'validation_failed', 'Unsupported provider: provider is not enabled'],
    ]
    for (const [request, ...refused] of off)
      expect(readAuthError(await callAuth(backend, request, { bearer })), request).toEqual(refused)
    const link = await callAuth(backend, 'GET /user/identities/authorize?provider=google', { bearer })
    expectAuthError(link, 404, 'manual_linking_disabled', 'Manual linking is disabled')
    const unlink = await callAuth(backend, `DELETE /user/identities/${crypto.randomUUID()}`, { bearer })
    expectAuthError(unlink, 404, 'manual_linking_disabled', 'Manual linking is disabled')
    const idToken = await callAuth(backend, 'POST /token?grant_type=id_token', {
      body: { provider: 'google', id_token: 'x' },
    })
    expectAuthError(idToken, 400, 'provider_disabled', expect.stringContaining('is not enabled'))
    for (const body of [{ chain: 'solana' }, { chain: 'ethereum', signature: {} }]) {
      const web3 = await callAuth(backend, 'POST /token?grant_type=web3', { body })
      expectAuthError(web3, 422, 'web3_provider_disabled', 'Web3 provider is disabled')
    }
    const provider = await callAuthAsAdmin(backend, 'GET /admin/custom-providers/custom:x')
    expectAuthError(provider, 404, 'custom_provider_not_found', 'Custom provider not found')
  },
)

withStrictSettings(
  'after AUTH_SESSIONS_TIMEBOX a session is rejected with session_expired, even for a user with the role service_role',
  async (backend) => {
    const { email, password, user } = await createMember(backend)
    const admin = backend.secretClient().auth.admin
    await admin.updateUserById(user.id, { role: 'service_role' })
    const { data } = await backend.client().auth.signInWithPassword({ email, password })
    const bearer = data.session?.access_token
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const late = await callAuth(backend, 'GET /admin/users', { bearer })
    expectAuthError(late, 403, 'session_expired', 'Session has expired')
    const refreshed = await callAuth(backend, 'POST /token?grant_type=refresh_token', {
      body: { refresh_token: data.session?.refresh_token },
    })
    expectAuthError(refreshed, 400, 'session_expired', 'Invalid Refresh Token: Session Expired')
  },
)

withoutEmail(
  'with the email provider disabled, sign-up, sign-in, otp, recover and resend return email_provider_disabled',
  async (backend) => {
    const { email } = createTestVisitor()
    const password = createRandomPassword()
    const signups = [400, 'email_provider_disabled', 'Email signups are disabled']
    const logins = [422, 'email_provider_disabled', 'Email logins are disabled']
    const mails = [400, 'email_provider_disabled', 'Email logins are disabled']
    const cases: [Parameters<typeof callAuth>[1], object, unknown[]][] = [
      ['POST /signup', { email, password }, signups],
      ['POST /token?grant_type=password', { email, password }, logins],
      ['POST /otp', { email }, logins],
      ['POST /recover', { email }, mails],
      ['POST /resend', { type: 'signup', email }, mails],
    ]
    for (const [request, body, refused] of cases)
      expect(readAuthError(await callAuth(backend, request, { body }))).toEqual(refused)
  },
)

withoutEmail(
  'POST /factors/:id/challenge returns 422 for an MFA factor type whose verification is disabled',
  async (backend) => {
    const phone = `49151${Math.floor(Math.random() * 90_000_000 + 10_000_000)}`
    const password = createRandomPassword()
    await backend.secretClient().auth.admin.createUser({ phone, phone_confirm: true, password })
    const { data } = await backend.client().auth.signInWithPassword({ phone, password })
    const bearer = data.session?.access_token
    const challenge = async (factor: object) => {
      const { body } = await callAuth(backend, 'POST /factors', { bearer, body: factor })
      return readAuthError(await callAuth(backend, `POST /factors/${body.id}/challenge`, { bearer, body: {} }))
    }
    for (const [factor, name, ...refused] of [
      [{ factor_type: 'totp', friendly_name: 'a' }, 'TOTP', 422, 'mfa_totp_verify_not_enabled'],
      [
        { factor_type: 'phone', phone: '4915187654321', friendly_name: 'b' },
        'Phone',
        422,
        'mfa_phone_verify_not_enabled',
      ],
      [{ factor_type: 'webauthn', friendly_name: 'c' }, 'WebAuthn', 422, 'mfa_webauthn_verify_not_enabled'],
    ] as const) {
      expect(await challenge(factor)).toEqual([...refused, `MFA verification is disabled for ${name}`])
    }
  },
)
