import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { httpErrors } from '../http/http-errors.ts'
import { authErrors } from './errors.ts'
import { DatabaseTriggerError, OAuthError, renderAuthError, WeakPasswordError } from './render-error.ts'

function requestOf(version?: string): FastifyRequest {
  return {
    id: 'the-request',
    headers: version === undefined ? {} : { 'x-supabase-api-version': version },
  } as FastifyRequest
}

test('an auth error has the HTTP status as its code for a client that sends no API version', () => {
  expect(renderAuthError(authErrors.codeExpired(), requestOf())).toEqual({
    status: 403,
    body: { code: 403, error_code: 'otp_expired', msg: 'Token has expired or is invalid' },
    headers: { 'x-sb-error-code': 'otp_expired' },
  })
})

test.each(['2024-01-01', '2025-06-30T00:00:00Z', '2099-01-01'])(
  'an auth error has the error code as its code for the API version %s',
  (version) => {
    expect(renderAuthError(authErrors.codeExpired(), requestOf(version))).toEqual({
      status: 403,
      body: { code: 'otp_expired', message: 'Token has expired or is invalid' },
      headers: { 'x-sb-error-code': 'otp_expired', 'x-supabase-api-version': '2024-01-01' },
    })
  },
)

test.each(['2023-12-31', 'latest', ''])(
  'an auth error for the unknown API version %j has the HTTP status as its code, as without a version',
  (version) => {
    expect(renderAuthError(authErrors.codeExpired(), requestOf(version)).body).toMatchObject({ code: 403 })
  },
)

test('an auth error with status 500 contains the request id and no details of its cause', () => {
  expect(renderAuthError(httpErrors.internal({ cause: new Error('secret') }), requestOf()).body).toEqual({
    code: 500,
    error_code: 'unexpected_failure',
    msg: 'Something went wrong on our side.',
    error_id: 'the-request',
  })
})

test.each([
  [httpErrors.badJson(), 400, 'bad_json'],
  [httpErrors.badInput(), 400, 'bad_json'],
  [httpErrors.unsupportedType(), 400, 'bad_json'],
  [httpErrors.badQuery(), 400, 'validation_failed'],
  [httpErrors.invalidApiKey(), 401, 'no_authorization'],
  [httpErrors.tooSlow(), 504, 'request_timeout'],
  [httpErrors.tooLarge(), 413, 'request_entity_too_large'],
  [httpErrors.databaseUnavailable(), 503, 'unexpected_failure'],
  [httpErrors.siteMoving(), 503, 'unexpected_failure'],
  [authErrors.badSubject(), 400, 'bad_jwt'],
])('the Auth API renders %s with the status and error code of GoTrue', (refusal, status, code) => {
  expect(renderAuthError(refusal, requestOf())).toMatchObject({ status, body: { code: status, error_code: code } })
})

test('the Auth API renders OAuth errors, database trigger errors and weak password errors in their own formats', () => {
  expect(renderAuthError(new OAuthError('invalid_grant', 'No.'), requestOf('2024-01-01'))).toEqual({
    status: 400,
    body: { error: 'invalid_grant', error_description: 'No.' },
  })
  const raised = new DatabaseTriggerError({ status: 500, code: 'P0001', message: 'no' }, { details: null, hint: 'try' })
  expect(renderAuthError(raised, requestOf()).body).toEqual({
    code: 'P0001',
    message: 'no',
    details: null,
    hint: 'try',
  })
  const weak = new WeakPasswordError(['length'], { message: 'Short.' })
  expect(renderAuthError(weak, requestOf()).body).toMatchObject({ weak_password: { reasons: ['length'] } })
})

test('the Auth API responds to an unknown path with 404 and to a wrong method with 405, in the plain text of GoTrue', () => {
  expect(renderAuthError(httpErrors.notFound(), requestOf())).toMatchObject({
    status: 404,
    body: '404 page not found\n',
  })
  expect(renderAuthError(httpErrors.methodNotAllowed(), requestOf())).toMatchObject({ status: 405, body: '' })
})

test('plain-text auth errors have the content type text/plain, and an OAuth error keeps its cause for the log', () => {
  for (const refusal of [httpErrors.notFound(), httpErrors.methodNotAllowed()]) {
    expect(renderAuthError(refusal, requestOf()).headers).toEqual({ 'content-type': 'text/plain; charset=utf-8' })
  }
  const cause = new Error('inner')
  expect(new OAuthError('invalid_grant', 'No.', cause).cause).toBe(cause)
})

test('the auth error for an unreadable body has its message prefix exactly once, whichever layer refused the body', () => {
  const message = (refusal: Parameters<typeof renderAuthError>[0]) => renderAuthError(refusal, requestOf()).body
  expect(message(authErrors.badJson({ message: 'Could not parse request body as JSON: x' }))).toMatchObject({
    msg: 'Could not parse request body as JSON: x',
  })
  const { message: own } = httpErrors.badJson()
  expect(message(httpErrors.badJson())).toMatchObject({ msg: `Could not parse request body as JSON: ${own}` })
})

test('the auth error for a weak password has the code weak_password in the versioned format', () => {
  const weak = new WeakPasswordError(['length'], { message: 'Short.' })
  expect(renderAuthError(weak, requestOf('2024-01-01'))).toMatchObject({
    status: 422,
    body: { code: 'weak_password', message: 'Short.', weak_password: { reasons: ['length'] } },
  })
})
