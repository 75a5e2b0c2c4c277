import { request as plainRequest } from 'node:http'
import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import { matchErrorMessage } from '../support/match-error-message.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { callAuth, callAuthAsAdmin, expectAuthError, HIGH_AUTH_LIMITS, readAuthError } from './auth-call.ts'
import { createMember, createRandomPassword } from './auth-member.ts'
import { runInDatabase } from './run-in-database.ts'

const test = createCommonBackendTest({ env: HIGH_AUTH_LIMITS })

test('the code field of an auth error holds the error code from API version 2024-01-01 on, and the HTTP status before', async (backend) => {
  const body = { email: createTestVisitor().email, password: 'wrong' }
  const ask = (headers: Record<string, string>) =>
    callAuth(backend, 'POST /token?grant_type=password', { body, headers })
  const older = await ask({})
  const message = matchErrorMessage('Invalid login credentials')
  expect(older.body).toEqual({ code: 400, error_code: 'invalid_credentials', msg: message })
  expect(older.headers.get('x-supabase-api-version')).toBeNull()
  for (const version of ['2024-01-01', '2030-12-31']) {
    const newer = await ask({ 'x-supabase-api-version': version })
    expect(newer.body).toEqual({ code: 'invalid_credentials', message })
    expect(newer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(newer.headers.get('x-sb-error-code')).toBe('invalid_credentials')
  }
  for (const version of ['2023-01-01', 'soon'])
    expect((await ask({ 'x-supabase-api-version': version })).body.code).toBe(400)
})

test('POST /signup rejects a body that is not a JSON object of the expected shape with bad_json', async (backend) => {
  const send = async (body: string, headers = {}) =>
    readAuthError(await callAuth(backend, 'POST /signup', { body, headers }))
  const badJson = [400, 'bad_json', matchErrorMessage(expect.stringMatching(/^Could not parse request body as JSON: /))]
  const bodies = ['', '{"email":', '[]', '"text"', '1', '{"email":{}}', '{"__proto__":{"a":1}}', '['.repeat(40)]
  for (const body of bodies) {
    expect(await send(body), body).toEqual(badJson)
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    expect(await send('{"email":"a@example.com"}', { 'content-type': type })).toEqual(badJson)
  }
  const empty = await callAuth(backend, 'POST /token?grant_type=password')
  expect(readAuthError(empty)).toEqual(badJson)
  const twice = await callAuth(backend, 'POST /token?grant_type=password&grant_type=pkce', { body: {} })
  expectAuthError(twice, 400, 'validation_failed', 'A name stands twice in the query.')
})

test('the auth service rejects a request body over 64 kB with 413, with or without Content-Length', async (backend) => {
  const { email } = createTestVisitor()
  const large = { email, password: createRandomPassword(), data: { text: 'x'.repeat(70_000) } }
  const answer = await callAuth(backend, 'POST /signup', { body: large })
  expectAuthError(answer, 413, 'request_entity_too_large', 'The body is too large.')
  expect(await streamedStatus(backend, 80_000)).toBe(413)
})

/** Sends a request body of `bytes` bytes in chunks, without Content-Length, and returns the response status. */
function streamedStatus(backend: TestBackend, bytes: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    const request = plainRequest(`${backend.url}/auth/v1/signup`, { method: 'POST', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    request.on('error', reject)
    for (let sent = 0; sent < bytes; sent += 8_000) request.write(' '.repeat(8_000))
    request.end()
  })
}

test('the auth service rejects an unknown API key with 401 and accepts a request without a key, as emailed links send', async (backend) => {
  const wrong = await callAuth(backend, 'GET /settings', { apikey: 'sb_publishable_of-another-project' })
  expectAuthError(wrong, 401, 'no_authorization', 'Invalid API key')
  const { session } = await createMember(backend)
  const asKey = await callAuth(backend, 'GET /settings', { apikey: session.access_token })
  expect(asKey.status).toBe(401)
  expect((await callAuth(backend, 'GET /settings', { apikey: null })).status).toBe(200)
  const bearer = session.access_token
  expect((await callAuth(backend, 'GET /user', { apikey: null, bearer })).status).toBe(200)
  // Without a bearer token, the request has no user.
  expect((await callAuth(backend, 'GET /user', { apikey: backend.secretKey })).status).toBe(401)
})

test('auth admin endpoints reject a missing, non-admin or forged token with 401 or 403 before they parse the body', {
  tags: ['R6.7'],
}, async (backend) => {
  const { session } = await createMember(backend)
  const requests = [
    'GET /admin/users',
    'POST /admin/users',
    `GET /admin/users/${crypto.randomUUID()}`,
    `PUT /admin/users/${crypto.randomUUID()}`,
    `DELETE /admin/users/${crypto.randomUUID()}`,
    `GET /admin/users/${crypto.randomUUID()}/factors`,
    `DELETE /admin/users/${crypto.randomUUID()}/factors/${crypto.randomUUID()}`,
    'POST /admin/generate_link',
    'GET /admin/audit',
    'GET /admin/sso/providers',
    'GET /admin/oauth/clients',
    'GET /admin/custom-providers',
    'POST /invite',
  ] as const
  for (const request of requests) {
    const options = request.startsWith('GET') ? {} : { body: '{"broken' }
    expect(readAuthError(await callAuth(backend, request, options)), request).toEqual([
      401,
      'no_authorization',
      matchErrorMessage('This endpoint requires a valid Bearer token'),
    ])
    for (const bearer of [session.access_token, backend.publishableKey]) {
      const answer = await callAuth(backend, request, { ...options, bearer })
      expect(readAuthError(answer), request).toEqual([403, 'not_admin', matchErrorMessage('User not allowed')])
    }
    const forged = await callAuth(backend, request, { ...options, bearer: `${backend.secretKey}x` })
    expectAuthError(forged, 403, 'bad_jwt')
  }
  expect((await callAuthAsAdmin(backend, 'GET /admin/custom-providers')).body).toEqual({ providers: [] })
  const sso = await callAuthAsAdmin(backend, 'GET /admin/sso/providers')
  expectAuthError(sso, 404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
})

test('auth endpoints for signed-in users return 401 without a bearer token before they parse the body', async (backend) => {
  const id = crypto.randomUUID()
  for (const request of [
    'PUT /user',
    'POST /factors',
    `POST /factors/${id}/verify`,
    `POST /factors/${id}/challenge`,
  ] as const) {
    expect((await callAuth(backend, request, { body: '{"broken' })).status, request).toBe(401)
  }
  for (const request of ['GET /user', 'GET /reauthenticate', 'POST /logout', `DELETE /factors/${id}`] as const) {
    expect((await callAuth(backend, request)).status, request).toBe(401)
  }
})

test('auth settings, health, OpenID discovery and JWKS are public, and an access token verifies against the JWKS', async (backend) => {
  const { body: settings } = await callAuth(backend, 'GET /settings')
  expect(settings).toMatchObject({
    external: { email: true, phone: false, google: false, anonymous_users: false, facebook: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    passkeys_enabled: false,
    saml_enabled: false,
  })
  expect((await callAuth(backend, 'GET /health')).body).toMatchObject({ name: 'GoTrue' })
  const { body: discovery, headers } = await callAuth(backend, 'GET /.well-known/openid-configuration')
  const issuer = `${backend.url}/auth/v1`
  expect(discovery).toMatchObject({ issuer, jwks_uri: `${issuer}/.well-known/jwks.json` })
  expect(headers.get('cache-control')).toBe('public, max-age=600')
  const { session } = await createMember(backend)
  const { data, error } = await backend.client().auth.getClaims(session.access_token)
  expect(error).toBeNull()
  expect(data?.claims.sub).toBe(session.user.id)
})

test('POST /token responds with Cache-Control: no-store and the id of the user', async (backend) => {
  const { email, password, user } = await createMember(backend)
  const answer = await callAuth(backend, 'POST /token?grant_type=password', { body: { email, password } })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('sb-auth-user-id')).toBe(user.id)
})

test('a custom database trigger on auth.users can reject a sign-up with its own error code and message', async (backend) => {
  const { email } = createTestVisitor()
  await runInDatabase(backend, [
    `create function public.refuse_name() returns trigger language plpgsql as $$
     begin
       if new.raw_user_meta_data ->> 'name' = 'refused' then raise exception 'not with this name' using hint = 'another'; end if;
       if new.raw_user_meta_data ->> 'name' = 'asked' then raise sqlstate 'PT418' using message = 'a teapot'; end if;
       return new;
     end $$`,
    'create trigger refuse_name before insert on auth.users for each row execute function public.refuse_name()',
  ])
  const signUp = (name: string) =>
    callAuth(backend, 'POST /signup', { body: { email, password: createRandomPassword(), data: { name } } })
  const refused = { code: 'P0001', message: 'not with this name', hint: 'another' }
  expect(await signUp('refused')).toMatchObject({ status: 500, body: refused })
  expect(await signUp('asked')).toMatchObject({ status: 418, body: { code: 'PT418', message: 'a teapot' } })
  expect((await signUp('welcome')).status).toBe(200)
})
