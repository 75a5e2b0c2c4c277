import { createClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import { expect } from 'vitest'
import { createCommonBackendTest, createSharedBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'

const SECRET = 'a-jwt-secret-of-more-than-thirty-two-characters'

const test = createCommonBackendTest()
const withSecret = createSharedBackendTest({ env: { SUPABASE_JWT_SECRET: SECRET } })

async function token(claims: Record<string, unknown>, secret = SECRET): Promise<string> {
  const all = { exp: Math.floor(Date.now() / 1_000) + 600, ...claims }
  return new SignJWT(all).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(new TextEncoder().encode(secret))
}

/** Sends a request that only the secret key may send. */
async function ask(backend: TestBackend, headers: Record<string, string>) {
  const answer = await fetch(`${backend.url}/rest/v1/contact_messages?select=id&limit=1`, { headers })
  return { status: answer.status, body: await answer.json() }
}

const forbidden = {
  status: 401,
  body: { code: '42501', message: 'permission denied for table contact_messages', details: null, hint: null },
}

test('the publishable key maps to the role anon and the secret key to service_role, and a bearer key overrides the apikey', {
  tags: ['R6.3'],
}, async (backend) => {
  const { publishableKey, secretKey } = backend
  expect(await ask(backend, { apikey: publishableKey })).toEqual(forbidden)
  expect(await ask(backend, { apikey: publishableKey, authorization: `Bearer ${publishableKey}` })).toEqual(forbidden)
  expect(await ask(backend, { apikey: secretKey })).toMatchObject({ status: 200 })
  expect(await ask(backend, { apikey: secretKey, authorization: `Bearer ${secretKey}` })).toMatchObject({ status: 200 })
  expect(await ask(backend, { apikey: publishableKey, authorization: `Bearer ${secretKey}` })).toMatchObject({
    status: 200,
  })
})

test('GET /auth/v1/.well-known/jwks.json is public and returns the ES256 key without its private part', {
  tags: ['R7.22'],
}, async (backend) => {
  const answer = await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=600')
  expect(await answer.json()).toEqual({
    keys: [
      {
        kty: 'EC',
        crv: 'P-256',
        alg: 'ES256',
        use: 'sig',
        key_ops: ['verify'],
        ext: true,
        kid: expect.any(String),
        x: expect.any(String),
        y: expect.any(String),
      },
    ],
  })
})

withSecret(
  'with SUPABASE_JWT_SECRET set, legacy API keys and user tokens signed with it are accepted, each with its role',
  async (backend) => {
    const anonKey = await token({ role: 'anon', iss: 'supabase' })
    const serviceKey = await token({ role: 'service_role', iss: 'supabase' })
    const user = await token({ role: 'authenticated', aud: 'authenticated', sub: crypto.randomUUID() })
    expect(await ask(backend, { apikey: anonKey, authorization: `Bearer ${anonKey}` })).toEqual(forbidden)
    expect(await ask(backend, { apikey: serviceKey, authorization: `Bearer ${serviceKey}` })).toMatchObject({
      status: 200,
    })
    // The status is 403 and not 401, because the request contains the access token of a signed-in user.
    expect(await ask(backend, { apikey: anonKey, authorization: `Bearer ${user}` })).toEqual({
      ...forbidden,
      status: 403,
    })
    expect(await ask(backend, { apikey: serviceKey, authorization: `Bearer ${user}` })).toMatchObject({ status: 403 })
    expect(await ask(backend, { apikey: user })).toMatchObject({ status: 401, body: { code: 'PGRST301' } })
    const { data } = await createClient(backend.url, anonKey, { auth: { persistSession: false } })
      .from('app_settings')
      .select('key')
    expect(data).toEqual([{ key: 'early_access_spots' }])
  },
)

withSecret(
  'a bearer token that is expired, unsigned, wrongly signed or has a wrong audience or role gets 401',
  async (backend) => {
    const minutesAgo = Math.floor(Date.now() / 1_000) - 600
    const user = { role: 'authenticated', aud: 'authenticated' }
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"role":"service_role","exp":9999999999}')}.`.replaceAll(
      '=',
      '',
    )
    const refused: [why: string, bearer: string, code: string][] = [
      ['old', await token({ ...user, exp: minutesAgo }), 'PGRST303'],
      ['not yet', await token({ ...user, nbf: minutesAgo + 6_000 }), 'PGRST301'],
      ['unsigned', unsigned, 'PGRST301'],
      ['another secret', await token(user, `${SECRET}!`), 'PGRST301'],
      ['another audience', await token({ role: 'authenticated', aud: 'shop' }), 'PGRST301'],
      ['a role of the database', await token({ ...user, role: 'postgres' }), 'PGRST301'],
      ['no role', await token({ aud: 'authenticated' }), 'PGRST301'],
    ]
    for (const [why, bearer, code] of refused) {
      const answer = await ask(backend, { apikey: backend.publishableKey, authorization: `Bearer ${bearer}` })
      expect(answer, why).toMatchObject({ status: 401, body: { code } })
    }
  },
)
