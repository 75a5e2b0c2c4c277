import {
  AuthApiError,
  type AuthError,
  AuthImplicitGrantRedirectError,
  AuthInvalidCredentialsError,
  AuthInvalidJwtError,
  AuthInvalidTokenResponseError,
  AuthPKCECodeVerifierMissingError,
  AuthPKCEGrantCodeExchangeError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthUnknownError,
  AuthWeakPasswordError,
} from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { describeAccountError } from './account-errors.ts'

const UNEXPECTED = 'Something went wrong on our side. Try again in a moment.'
const UNREACHABLE = 'We can’t reach the server. Nothing you typed is lost. Check your connection and try again.'
const UNFINISHED = 'Signing in didn’t quite finish. Please try again.'
const SIGNED_OUT = 'You’re no longer signed in. Sign in again to carry on.'

function apiError(code: string, message = 'words of the wire') {
  return new AuthApiError(message, 400, code)
}

test('describeAccountError returns the message for each error class of supabase-js', {
  tags: ['R8.24', 'R8.25', 'R8.26', 'R8.27', 'R8.28', 'R8.29', 'R8.30', 'R8.31', 'R8.33'],
}, () => {
  const said: [AuthError, string][] = [
    [apiError('nobody_knows'), UNEXPECTED],
    [new AuthUnknownError('odd', null), UNEXPECTED],
    [new AuthSessionMissingError(), SIGNED_OUT],
    [new AuthInvalidTokenResponseError(), UNEXPECTED],
    [new AuthInvalidCredentialsError('email or phone'), 'Enter your email address and password.'],
    [new AuthImplicitGrantRedirectError('from the address'), UNFINISHED],
    [new AuthPKCEGrantCodeExchangeError('Not a valid PKCE flow url.'), UNFINISHED],
    [new AuthPKCECodeVerifierMissingError(), UNFINISHED],
    [new AuthRetryableFetchError('Failed to fetch', 0), UNREACHABLE],
    [new AuthRetryableFetchError('Bad Gateway', 502), UNREACHABLE],
    [new AuthWeakPasswordError('Too short', 422, ['length']), 'Use at least 8 characters.'],
    [new AuthInvalidJwtError('Invalid JWT'), SIGNED_OUT],
  ]
  for (const [error, sentence] of said) expect(describeAccountError(error).text, error.name).toBe(sentence)
})

test('describeAccountError never returns the error message of the server', () => {
  for (const code of ['nobody_knows', 'invalid_credentials', 'validation_failed', 'weak_password', 'constructor']) {
    expect(describeAccountError(apiError(code, '<b>words of the wire</b>')).text).not.toContain('words of the wire')
  }
  expect(describeAccountError(new Error('words of the wire')).text).toBe(UNEXPECTED)
  for (const odd of [null, undefined, 'text', 7, { code: 'invalid_credentials' }]) {
    expect(describeAccountError(odd).text).toBe(UNEXPECTED)
  }
})

test('describeAccountError reports a failed dynamic import as an unreachable server', () => {
  expect(describeAccountError(new TypeError('Failed to fetch dynamically imported module')).text).toBe(UNREACHABLE)
})

test('describeAccountError lists every reason for a weak password, with the minimum length given by the auth service', () => {
  type Reasons = ConstructorParameters<typeof AuthWeakPasswordError>[2]
  const weak = (reasons: Reasons, message = '') =>
    describeAccountError(new AuthWeakPasswordError(message, 422, reasons)).text
  expect(weak(['length'], 'Password should be at least 12 characters.')).toBe('Use at least 12 characters.')
  expect(weak(['pwned'])).toBe('Attackers try this password early on. Choose another one.')
  expect(weak(['length', 'characters', 'pwned'])).toBe(
    'Use at least 8 characters. Mix lowercase and capital letters, numbers and symbols. Attackers try this password early on. Choose another one.',
  )
  expect(weak([])).toBe('This password is too easy to guess. Choose a longer one.')
})

test('describeAccountError assigns each field-related error code to its form field', () => {
  const fields = {
    invalid_credentials: 'password',
    email_not_confirmed: 'email',
    weak_password: 'password',
    same_password: 'password',
    current_password_invalid: 'current',
    otp_expired: 'code',
    mfa_verification_failed: 'code',
    user_already_exists: 'email',
    over_request_rate_limit: null,
    user_banned: null,
  }
  for (const [code, field] of Object.entries(fields))
    expect(describeAccountError(apiError(code)).field, code).toBe(field)
})

test('describeAccountError returns a next step for errors that a retry cannot fix', () => {
  const ways = {
    email_not_confirmed: 'confirm-mail',
    insufficient_aal: 'second-factor',
    session_not_found: 'sign-in',
    user_banned: 'contact',
  }
  for (const [code, way] of Object.entries(ways)) expect(describeAccountError(apiError(code)).way, code).toBe(way)
})

test('describeAccountError gives an expired code from an email link a different message than a typed code, and offers a new email', () => {
  expect(describeAccountError(apiError('otp_expired')).text).toContain('This code is wrong or has expired.')
  expect(describeAccountError(apiError('otp_expired'), 'link')).toMatchObject({ way: 'magic-code', field: null })
  const inAddress = new AuthImplicitGrantRedirectError('Email link is invalid or has expired', {
    error: 'access_denied',
    code: 'otp_expired',
  })
  expect(describeAccountError(inAddress, 'link').text).toBe(describeAccountError(apiError('otp_expired'), 'link').text)
})

test('describeAccountError reads the error of a redirect URL from its error_code, or from its error when the code is generic', () => {
  const back = (error: string, code: string) =>
    describeAccountError(new AuthImplicitGrantRedirectError('text', { error, code })).text
  expect(back('access_denied', 'unspecified_code')).toContain('was canceled')
  expect(back('access_denied', 'signup_disabled')).toBe('We’re not taking new accounts right now.')
  expect(back('access_denied', 'user_banned')).toContain('blocked')
  expect(back('server_error', 'unexpected_failure')).toBe(UNFINISHED)
})

test('describeAccountError assigns a validation_failed error to the form field named in its message', () => {
  const named = {
    'Password cannot be longer than 72 characters': 'password',
    'Unable to validate email address: invalid format': 'email',
    'Code needs to be non-empty': 'code',
    'channel is unknown': null,
  }
  for (const [message, field] of Object.entries(named)) {
    expect(describeAccountError(apiError('validation_failed', message)).field, message).toBe(field)
  }
})

/** Every error code of GoTrue and supabase-js that has an entry in `byCode`. */
const CODES = [
  ...['invalid_credentials', 'email_not_confirmed', 'phone_not_confirmed', 'user_banned', 'user_already_exists'],
  ...['email_exists', 'phone_exists', 'email_address_invalid', 'email_address_not_authorized', 'captcha_failed'],
  ...['invite_not_found', 'signup_disabled', 'otp_disabled', 'feature_disabled', 'same_password'],
  ...['current_password_required', 'reauthentication_needed', 'current_password_invalid', 'reauth_nonce_missing'],
  ...['reauthentication_not_valid', 'user_sso_managed', 'otp_expired', 'flow_state_expired', 'access_denied'],
  ...['provider_email_needs_verification', 'over_request_rate_limit', 'over_email_send_rate_limit'],
  ...['over_sms_send_rate_limit', 'sms_send_failed', 'session_not_found', 'not_admin', 'insufficient_aal'],
  ...['mfa_verification_failed', 'mfa_verification_rejected', 'mfa_challenge_expired', 'mfa_ip_address_mismatch'],
  ...['mfa_factor_not_found', 'mfa_factor_name_conflict', 'mfa_verified_factor_exists', 'too_many_passkeys'],
  ...['too_many_enrolled_mfa_factors', 'webauthn_credential_exists', 'webauthn_challenge_not_found'],
  ...['ERROR_INVALID_DOMAIN', 'ERROR_INVALID_RP_ID', 'single_identity_not_deletable', 'identity_not_found'],
  ...['identity_already_exists', 'conflict', 'request_timeout'],
]

test('describeAccountError returns a full-sentence message other than the generic one for every known error code', () => {
  for (const code of CODES) {
    const { text } = describeAccountError(apiError(code))
    expect(text, code).toMatch(/^[A-Z].{10,}\.$/)
    expect(text, code).not.toBe(UNEXPECTED)
  }
  for (const message of ['Password is odd', 'channel is unknown']) {
    expect(describeAccountError(apiError('validation_failed', message)).text, message).toMatch(/^[A-Z].{10,}\.$/)
  }
  expect(describeAccountError(apiError('validation_failed', 'Unable to validate email')).text).toBe(
    'Invalid email format',
  )
  expect(describeAccountError(Object.assign(new Error('x'), { name: 'NotAllowedError' })).text).toMatch(
    /^Your device didn’t confirm it/,
  )
})

test('describeAccountError returns the form field and the next step that the error message mentions', () => {
  const places: Record<string, [field: string | null, way: string | null]> = {
    user_already_exists: ['email', 'sign-in'],
    current_password_required: ['current', null],
    mfa_factor_not_found: [null, 'sign-in'],
    email_address_invalid: ['email', null],
    email_address_not_authorized: ['email', 'contact'],
    reauth_nonce_missing: ['code', null],
    mfa_verification_rejected: [null, 'sign-in'],
    mfa_challenge_expired: ['code', null],
    mfa_ip_address_mismatch: ['code', null],
    nobody_knows: [null, 'contact'],
  }
  for (const [code, [field, way]] of Object.entries(places)) {
    expect(describeAccountError(apiError(code)), code).toMatchObject({ field, way })
  }
  expect(describeAccountError(new AuthInvalidCredentialsError('email or phone')).field).toBe('email')
})

test('otp_expired is the only error code with a different message for an email link than for a form', () => {
  for (const code of CODES) {
    if (code !== 'otp_expired')
      expect(describeAccountError(apiError(code), 'link'), code).toEqual(describeAccountError(apiError(code)))
  }
})

test('describeAccountError returns the generic message for errors whose properties have unexpected types', () => {
  for (const parts of [
    { code: 7 },
    { code: null },
    { code: ['conflict'] },
    { details: null },
    { details: 'conflict' },
    { details: {} },
  ]) {
    expect(describeAccountError(Object.assign(new Error('words of the wire'), parts)).text).toBe(UNEXPECTED)
  }
  const odd = Object.assign(new Error('x'), { code: 'weak_password', reasons: 'length' })
  expect(describeAccountError(odd).text).toBe('This password is too easy to guess. Choose a longer one.')
})

test('describeAccountError reads the provider error of a redirect URL when the error code is missing or generic', () => {
  for (const code of ['', 'unspecified_code', 'unexpected_failure']) {
    const details = { error: 'access_denied', code }
    expect(describeAccountError(Object.assign(new Error('x'), { details })).text, code).toContain('was canceled')
  }
  const details = { error: 'access_denied' }
  expect(describeAccountError(Object.assign(new Error('x'), { details })).text).toContain('was canceled')
})
