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
import { refusalOf } from './account-errors.ts'

const UNEXPECTED = 'Something went wrong on our side. Try again in a moment, or write to us.'
const UNREACHABLE = 'The server cannot be reached. What you typed stays: check your connection, then try again.'
const UNFINISHED = 'The sign-in did not get through to the end. Please start it once more.'
const SIGNED_OUT = 'You are not signed in here any more. Sign in again, then go on.'

function apiError(code: string, message = 'words of the wire') {
  return new AuthApiError(message, 400, code)
}

test('every class of error has a sentence of its own or shares a fitting one', () => {
  const said: [AuthError, string][] = [
    [apiError('nobody_knows'), UNEXPECTED],
    [new AuthUnknownError('odd', null), UNEXPECTED],
    [new AuthSessionMissingError(), SIGNED_OUT],
    [new AuthInvalidTokenResponseError(), UNEXPECTED],
    [new AuthInvalidCredentialsError('email or phone'), 'Type your address and your password.'],
    [new AuthImplicitGrantRedirectError('from the address'), UNFINISHED],
    [new AuthPKCEGrantCodeExchangeError('Not a valid PKCE flow url.'), UNFINISHED],
    [new AuthPKCECodeVerifierMissingError(), UNFINISHED],
    [new AuthRetryableFetchError('Failed to fetch', 0), UNREACHABLE],
    [new AuthRetryableFetchError('Bad Gateway', 502), UNREACHABLE],
    [new AuthWeakPasswordError('Too short', 422, ['length']), 'Use at least 8 characters.'],
    [new AuthInvalidJwtError('Invalid JWT'), SIGNED_OUT],
  ]
  for (const [error, sentence] of said) expect(refusalOf(error).text, error.name).toBe(sentence)
})

test('text of the wire is never shown', () => {
  for (const code of ['nobody_knows', 'invalid_credentials', 'validation_failed', 'weak_password', 'constructor']) {
    expect(refusalOf(apiError(code, '<b>words of the wire</b>')).text).not.toContain('words of the wire')
  }
  expect(refusalOf(new Error('words of the wire')).text).toBe(UNEXPECTED)
  for (const odd of [null, undefined, 'text', 7, { code: 'invalid_credentials' }]) {
    expect(refusalOf(odd).text).toBe(UNEXPECTED)
  }
})

test('a script or an answer that could not be fetched counts as a server that cannot be reached', () => {
  expect(refusalOf(new TypeError('Failed to fetch dynamically imported module')).text).toBe(UNREACHABLE)
})

test('a weak password is told each of its reasons, with the length that the service asks for', () => {
  type Reasons = ConstructorParameters<typeof AuthWeakPasswordError>[2]
  const weak = (reasons: Reasons, message = '') => refusalOf(new AuthWeakPasswordError(message, 422, reasons)).text
  expect(weak(['length'], 'Password should be at least 12 characters.')).toBe('Use at least 12 characters.')
  expect(weak(['pwned'])).toBe('This password is among the first that attackers try: choose another one.')
  expect(weak(['length', 'characters', 'pwned'])).toBe(
    'Use at least 8 characters. Mix small and capital letters, digits and other signs. This password is among the first that attackers try: choose another one.',
  )
  expect(weak([])).toBe('This password is too easy to guess. Choose a longer one.')
})

test('a sentence stands beside the field it is about', () => {
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
  for (const [code, field] of Object.entries(fields)) expect(refusalOf(apiError(code)).field, code).toBe(field)
})

test('where trying again does not help there is another way on', () => {
  const ways = {
    email_not_confirmed: 'confirm-mail',
    insufficient_aal: 'second-factor',
    session_not_found: 'sign-in',
    user_banned: 'contact',
  }
  for (const [code, way] of Object.entries(ways)) expect(refusalOf(apiError(code)).way, code).toBe(way)
})

test('an old link is told otherwise than a wrong code, and leads to a new mail', () => {
  expect(refusalOf(apiError('otp_expired')).text).toContain('This code is wrong or too old.')
  expect(refusalOf(apiError('otp_expired'), 'link')).toMatchObject({ way: 'magic-code', field: null })
  const inAddress = new AuthImplicitGrantRedirectError('Email link is invalid or has expired', {
    error: 'access_denied',
    code: 'otp_expired',
  })
  expect(refusalOf(inAddress, 'link').text).toBe(refusalOf(apiError('otp_expired'), 'link').text)
})

test('what Google or the service says in the address counts by its code, else by its word', () => {
  const back = (error: string, code: string) =>
    refusalOf(new AuthImplicitGrantRedirectError('text', { error, code })).text
  expect(back('access_denied', 'unspecified_code')).toContain('broken off')
  expect(back('access_denied', 'signup_disabled')).toBe('New accounts cannot be made at the moment.')
  expect(back('access_denied', 'user_banned')).toContain('blocked')
  expect(back('server_error', 'unexpected_failure')).toBe(UNFINISHED)
})

test('a validation that only the service knows is put beside the field it names', () => {
  const named = {
    'Password cannot be longer than 72 characters': 'password',
    'Unable to validate email address: invalid format': 'email',
    'Code needs to be non-empty': 'code',
    'channel is unknown': null,
  }
  for (const [message, field] of Object.entries(named)) {
    expect(refusalOf(apiError('validation_failed', message)).field, message).toBe(field)
  }
})
