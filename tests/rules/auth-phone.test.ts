import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { callAuth, expectAuthError, HIGH_AUTH_LIMITS, readAuthError, readClientError } from './auth-call.ts'
import { createMember, createRandomPassword, decodeTokenClaims } from './auth-member.ts'
import { createRandomPhoneNumber, toStoredPhoneNumber, waitForSmsCode } from './auth-sms.ts'
import { runInDatabase } from './run-in-database.ts'

const PHONE = {
  ...HIGH_AUTH_LIMITS,
  AUTH_SMS_ENABLE_SIGNUP: 'true',
  AUTH_SMS_ENABLE_CONFIRMATIONS: 'true',
  AUTH_MFA_PHONE_ENROLL_ENABLED: 'true',
  AUTH_MFA_PHONE_VERIFY_ENABLED: 'true',
}
const test = createSharedBackendTest({ env: PHONE })
const expired = [403, 'otp_expired', 'Token has expired or is invalid']

test('a phone sign-up confirmed by SMS code can sign in by password, and the log contains neither number nor code', async (backend) => {
  const phone = createRandomPhoneNumber()
  const password = createRandomPassword()
  const client = backend.client()
  const signedUp = await client.auth.signUp({ phone, password, options: { data: { name: 'Ada' } } })
  expect(signedUp.error).toBeNull()
  expect(signedUp.data.user).toMatchObject({
    phone: toStoredPhoneNumber(phone),
    email: '',
    app_metadata: { provider: 'phone', providers: ['phone'] },
    identities: [{ provider: 'phone' }],
  })
  const early = await client.auth.signInWithPassword({ phone, password })
  expectAuthError(early.error, 400, 'phone_not_confirmed', 'Phone not confirmed')
  const token = await waitForSmsCode(backend, phone)
  const byMail = await callAuth(backend, 'POST /verify', { body: { type: 'signup', phone, token } })
  expect(readAuthError(byMail)).toEqual(expired)
  const { data, error } = await client.auth.verifyOtp({ phone, token, type: 'sms' })
  expect(error).toBeNull()
  expect(data.user?.phone_confirmed_at).toBeTruthy()
  expect(data.user).not.toHaveProperty('email_confirmed_at')
  expect((await client.auth.signInWithPassword({ phone, password })).error).toBeNull()
  expect(backend.log()).not.toContain(toStoredPhoneNumber(phone))
  expect(backend.log()).not.toContain(token)
})

test('POST /otp by SMS creates an account for a new number and reuses it later; create_user: false returns otp_disabled', async (backend) => {
  const phone = createRandomPhoneNumber()
  const client = backend.client()
  const unwanted = await client.auth.signInWithOtp({ phone, options: { shouldCreateUser: false } })
  expectAuthError(unwanted.error, 422, 'otp_disabled', 'Signups not allowed for otp')
  expect((await client.auth.signInWithOtp({ phone })).error).toBeNull()
  const first = await client.auth.verifyOtp({ phone, token: await waitForSmsCode(backend, phone), type: 'sms' })
  expect(first.error).toBeNull()
  await client.auth.signInWithOtp({ phone })
  const second = await client.auth.verifyOtp({ phone, token: await waitForSmsCode(backend, phone, 2), type: 'sms' })
  expect(second.data.user?.id).toBe(first.data.user?.id)
  expect(decodeTokenClaims(second.data.session?.access_token)).toMatchObject({
    phone: toStoredPhoneNumber(phone),
    amr: [{ method: 'otp' }],
  })
})

test('an SMS code expires after one minute, and POST /resend sends a valid new one', async (backend) => {
  const phone = createRandomPhoneNumber()
  const client = backend.client()
  await client.auth.signUp({ phone, password: createRandomPassword() })
  const late = await waitForSmsCode(backend, phone)
  await runInDatabase(backend, [
    `update auth.one_time_tokens set created_at = now() - interval '61 seconds' where relates_to = '${toStoredPhoneNumber(phone)}'`,
  ])
  expect(readClientError((await client.auth.verifyOtp({ phone, token: late, type: 'sms' })).error)).toEqual(expired)
  expect((await client.auth.resend({ type: 'sms', phone })).error).toBeNull()
  const token = await waitForSmsCode(backend, phone, 2)
  expect((await client.auth.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull()
  expect((await client.auth.resend({ type: 'sms', phone: createRandomPhoneNumber() })).error).toBeNull()
})

test('a phone number is set or changed once its SMS code is verified, and deleting the user deletes the stored SMS messages', async (backend) => {
  const { client, user } = await createMember(backend)
  const phone = createRandomPhoneNumber()
  const asked = await client.auth.updateUser({ phone })
  expect(asked.data.user).toMatchObject({ phone: '', new_phone: toStoredPhoneNumber(phone) })
  const token = await waitForSmsCode(backend, phone)
  const { data, error } = await client.auth.verifyOtp({ phone, token, type: 'phone_change' })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ id: user.id, phone: toStoredPhoneNumber(phone) })
  expect(data.user?.app_metadata.providers).toEqual(['email', 'phone'])
  const other = await createMember(backend)
  const taken = await other.client.auth.updateUser({ phone })
  expectAuthError(taken.error, 422, 'phone_exists', 'A user with this phone number has already been registered')
  const again = createRandomPhoneNumber()
  await client.auth.updateUser({ phone: again })
  expect((await backend.client().auth.resend({ type: 'phone_change', phone })).error).toBeNull()
  const second = await waitForSmsCode(backend, again, 2)
  expect((await client.auth.verifyOtp({ phone: again, token: second, type: 'phone_change' })).error).toBeNull()

  // Deleting a user also deletes the stored text messages to the user's current phone number. Messages to earlier numbers cannot be
  // attributed to the user.
  const others = createRandomPhoneNumber()
  await backend.client().auth.signUp({ phone: others, password: createRandomPassword() })
  await waitForSmsCode(backend, others)
  expect((await backend.secretClient().auth.admin.deleteUser(user.id)).error).toBeNull()
  const folder = join(backend.dataDir, 'sms')
  const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  const left = texts.map((text) => text.split('\n')[0])
  expect(left).not.toContain(`To: ${toStoredPhoneNumber(again)}`)
  expect(left).toContain(`To: ${toStoredPhoneNumber(others)}`)
})

test('verifying the SMS code of a phone MFA factor raises the session to aal2', async (backend) => {
  const { client, session } = await createMember(backend)
  const phone = createRandomPhoneNumber()
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Phone' })
  if (error) throw error
  expect(data).toMatchObject({ type: 'phone', phone: toStoredPhoneNumber(phone), friendly_name: 'Phone' })
  const challenge = await client.auth.mfa.challenge({ factorId: data.id, channel: 'sms' })
  const challengeId = challenge.data?.id ?? ''
  const code = await waitForSmsCode(backend, phone)
  const wrong = code === '000000' ? '000001' : '000000'
  const refused = await client.auth.mfa.verify({ factorId: data.id, challengeId, code: wrong })
  expectAuthError(refused.error, 422, 'mfa_verification_failed', 'Invalid MFA Phone code entered')
  const raised = await client.auth.mfa.verify({ factorId: data.id, challengeId, code })
  expect(decodeTokenClaims(raised.data?.access_token)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/phone' }, {}],
  })
  const twice = await client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Again' })
  expectAuthError(twice.error, 422, 'mfa_verified_factor_exists')
  expect(decodeTokenClaims(session.access_token).aal).toBe('aal1')
})

test('an account with a phone number and no email address receives its reauthentication code by SMS', async (backend) => {
  const phone = createRandomPhoneNumber()
  const password = createRandomPassword()
  await backend.secretClient().auth.admin.createUser({ phone, phone_confirm: true, password })
  const client = backend.client()
  await client.auth.signInWithPassword({ phone, password })
  expect((await client.auth.reauthenticate()).error).toBeNull()
  const nonce = await waitForSmsCode(backend, phone)
  expect((await client.auth.updateUser({ password: createRandomPassword(), nonce })).error).toBeNull()
})

test('phone sign-up with an invalid number, PKCE or an unsupported channel returns validation_failed', async (backend) => {
  const client = backend.client()
  const e164 = [400, 'validation_failed', 'Invalid phone number format (E.164 required)']
  for (const phone of ['0151 2345678', 'abc', '+4915112345678901', '+49-151-1234567']) {
    expect(readClientError((await client.auth.signUp({ phone, password: createRandomPassword() })).error)).toEqual(e164)
  }
  const pkce = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' }
  const answer = await callAuth(backend, 'POST /signup', {
    body: { phone: createRandomPhoneNumber(), password: createRandomPassword(), ...pkce },
  })
  expectAuthError(answer, 400, 'validation_failed', 'PKCE not supported for phone signups')
  const channel = await callAuth(backend, 'POST /signup', {
    body: { phone: createRandomPhoneNumber(), password: createRandomPassword(), channel: 'whatsapp' },
  })
  expectAuthError(channel, 400, 'validation_failed', expect.stringContaining('Invalid channel'))
})

test('verifying a phone change returns phone_exists when another account has registered the number in the meantime', async (backend) => {
  const { client } = await createMember(backend)
  const phone = createRandomPhoneNumber()
  await client.auth.updateUser({ phone })
  const token = await waitForSmsCode(backend, phone)
  await backend.client().auth.signUp({ phone, password: createRandomPassword() })
  const { error } = await client.auth.verifyOtp({ phone, token, type: 'phone_change' })
  expect(readClientError(error).slice(0, 2)).toEqual([422, 'phone_exists'])
})
