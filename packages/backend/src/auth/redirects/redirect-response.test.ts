import { expect, test } from 'vitest'
import { authErrors } from '../errors.ts'
import { OAuthError } from '../render-error.ts'
import {
  buildErrorRedirectParameters,
  buildSessionRedirectParameters,
  createRedirectResponse,
} from './redirect-response.ts'

const session = { access_token: 'a.b.c', expires_at: 1_770_000_000, expires_in: 3600, refresh_token: 'r' }

test('a redirect with session tokens has them in the URL fragment, which is not sent to servers, and must not be cached', () => {
  expect(createRedirectResponse('https://orchid.example/welcome?x=1', buildSessionRedirectParameters(session))).toEqual(
    {
      status: 303,
      headers: {
        location:
          'https://orchid.example/welcome?x=1#access_token=a.b.c&expires_at=1770000000&expires_in=3600&refresh_token=r' +
          '&sb=&token_type=bearer',
        'cache-control': 'no-store',
      },
    },
  )
})

test('createRedirectResponse() puts parameters into the fragment, the query or both, but sb never into the query', () => {
  const parameters = { error: 'access_denied', sb: '' }
  const location = (placement: Parameters<typeof createRedirectResponse>[2]) =>
    createRedirectResponse('https://orchid.example/', parameters, placement).headers?.['location']
  expect(location({ inQuery: true })).toBe('https://orchid.example/?error=access_denied#error=access_denied&sb=')
  expect(location({ inQuery: true, onlyQuery: true })).toBe('https://orchid.example/?error=access_denied')
  expect(location({ onlyQuery: true })).toBe('https://orchid.example/')
  expect(createRedirectResponse('https://orchid.example/', {}, { status: 302 }).status).toBe(302)
})

test('buildErrorRedirectParameters() returns the OAuth error name for the HTTP status of an auth error', () => {
  const expired = authErrors.codeExpired()
  expect(buildErrorRedirectParameters(expired)).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Token has expired or is invalid',
    sb: '',
  })
  const names = [400, 401, 403, 404, 422, 499, 500, 503].map((status) => {
    return buildErrorRedirectParameters(Object.assign(authErrors.codeExpired(), { status }))['error']
  })
  expect(names).toEqual([
    ...['invalid_request', 'unauthorized_client', 'access_denied', 'access_denied', 'access_denied', 'access_denied'],
    ...['server_error', 'server_error'],
  ])
  expect(buildErrorRedirectParameters(new OAuthError('invalid_grant', 'No.'))).toEqual({
    error: 'invalid_grant',
    error_description: 'No.',
    sb: '',
  })
})
