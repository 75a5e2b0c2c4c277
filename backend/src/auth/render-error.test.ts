import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { httpErrors } from '../http/http-errors.ts'
import { authErrors } from './errors.ts'
import { OAuthRefusal, renderAuthError, TriggerRefusal, WeakPasswordRefusal } from './render-error.ts'

function requestOf(version?: string): FastifyRequest {
  return {
    id: 'the-request',
    headers: version === undefined ? {} : { 'x-supabase-api-version': version },
  } as FastifyRequest
}

test('renders the HTTP status as `code` for a client that sends no API version', () => {
  expect(renderAuthError(authErrors.codeExpired(), requestOf())).toEqual({
    status: 403,
    body: { code: 403, error_code: 'otp_expired', msg: 'Token has expired or is invalid' },
    headers: { 'x-sb-error-code': 'otp_expired' },
  })
})

test.each(['2024-01-01', '2025-06-30T00:00:00Z', '2099-01-01'])(
  'renders the error code as `code` for API version %s',
  (version) => {
    expect(renderAuthError(authErrors.codeExpired(), requestOf(version))).toEqual({
      status: 403,
      body: { code: 'otp_expired', message: 'Token has expired or is invalid' },
      headers: { 'x-sb-error-code': 'otp_expired', 'x-supabase-api-version': '2024-01-01' },
    })
  },
)

test.each(['2023-12-31', 'latest', ''])('treats %j as no API version', (version) => {
  expect(renderAuthError(authErrors.codeExpired(), requestOf(version)).body).toMatchObject({ code: 403 })
})

test('a 500 carries the request id, to find the log line, and nothing of the cause', () => {
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
])('renders %s with GoTrue’s status and code', (refusal, status, code) => {
  expect(renderAuthError(refusal, requestOf())).toMatchObject({ status, body: { code: status, error_code: code } })
})

test('renders OAuth errors, trigger errors and weak password reasons in their own formats', () => {
  expect(renderAuthError(new OAuthRefusal('invalid_grant', 'No.'), requestOf('2024-01-01'))).toEqual({
    status: 400,
    body: { error: 'invalid_grant', error_description: 'No.' },
  })
  const raised = new TriggerRefusal({ status: 500, code: 'P0001', message: 'no' }, { details: null, hint: 'try' })
  expect(renderAuthError(raised, requestOf()).body).toEqual({
    code: 'P0001',
    message: 'no',
    details: null,
    hint: 'try',
  })
  const weak = new WeakPasswordRefusal(['length'], { message: 'Short.' })
  expect(renderAuthError(weak, requestOf()).body).toMatchObject({ weak_password: { reasons: ['length'] } })
})

test('renders an unknown path and a wrong method as GoTrue does, in plain text', () => {
  expect(renderAuthError(httpErrors.notFound(), requestOf())).toMatchObject({
    status: 404,
    body: '404 page not found\n',
  })
  expect(renderAuthError(httpErrors.methodNotAllowed(), requestOf())).toMatchObject({ status: 405, body: '' })
})

test('plain-text errors have the text/plain content type, and an OAuth error keeps its cause for the log', () => {
  for (const refusal of [httpErrors.notFound(), httpErrors.methodNotAllowed()]) {
    expect(renderAuthError(refusal, requestOf()).headers).toEqual({ 'content-type': 'text/plain; charset=utf-8' })
  }
  const cause = new Error('inner')
  expect(new OAuthRefusal('invalid_grant', 'No.', cause).cause).toBe(cause)
})

test('prefixes the message of an unreadable body exactly once, whichever layer refused it', () => {
  const message = (refusal: Parameters<typeof renderAuthError>[0]) => renderAuthError(refusal, requestOf()).body
  expect(message(authErrors.badJson({ message: 'Could not parse request body as JSON: x' }))).toMatchObject({
    msg: 'Could not parse request body as JSON: x',
  })
  const { message: own } = httpErrors.badJson()
  expect(message(httpErrors.badJson())).toMatchObject({ msg: `Could not parse request body as JSON: ${own}` })
})

test('renders `weak_password` as the code of a weak password in the versioned format too', () => {
  const weak = new WeakPasswordRefusal(['length'], { message: 'Short.' })
  expect(renderAuthError(weak, requestOf('2024-01-01'))).toMatchObject({
    status: 422,
    body: { code: 'weak_password', message: 'Short.', weak_password: { reasons: ['length'] } },
  })
})
