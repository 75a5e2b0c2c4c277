import { expect, test } from 'vitest'
import { authErrors } from '../errors.ts'
import { OAuthRefusal } from '../render-error.ts'
import { errorParameters, seeOther, sessionFragment } from './redirect-answer.ts'

const session = { access_token: 'a.b.c', expires_at: 1_770_000_000, expires_in: 3600, refresh_token: 'r' }

test('tokens go into the fragment, which no server and no log sees, and the answer is not kept', () => {
  expect(seeOther('https://fondly.example/welcome?x=1', sessionFragment(session))).toEqual({
    status: 303,
    headers: {
      location:
        'https://fondly.example/welcome?x=1#access_token=a.b.c&expires_at=1770000000&expires_in=3600&refresh_token=r' +
        '&sb=&token_type=bearer',
      'cache-control': 'no-store',
    },
  })
})

test('parameters may go into the query as well, or only there; the mark of a fragment never does', () => {
  const parameters = { error: 'access_denied', sb: '' }
  const location = (placement: Parameters<typeof seeOther>[2]) =>
    seeOther('https://fondly.example/', parameters, placement).headers?.['location']
  expect(location({ inQuery: true })).toBe('https://fondly.example/?error=access_denied#error=access_denied&sb=')
  expect(location({ inQuery: true, onlyQuery: true })).toBe('https://fondly.example/?error=access_denied')
  expect(location({ onlyQuery: true })).toBe('https://fondly.example/')
  expect(seeOther('https://fondly.example/', {}, { status: 302 }).status).toBe(302)
})

test('a refusal is told by the name that OAuth has for its status', () => {
  const expired = authErrors.codeExpired()
  expect(errorParameters(expired)).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Token has expired or is invalid',
    sb: '',
  })
  const names = [400, 401, 403, 404, 422, 499, 500, 503].map((status) => {
    return errorParameters(Object.assign(authErrors.codeExpired(), { status }))['error']
  })
  expect(names).toEqual([
    ...['invalid_request', 'unauthorized_client', 'access_denied', 'access_denied', 'access_denied', 'access_denied'],
    ...['server_error', 'server_error'],
  ])
  expect(errorParameters(new OAuthRefusal('invalid_grant', 'No.'))).toEqual({
    error: 'invalid_grant',
    error_description: 'No.',
    sb: '',
  })
})
