import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { loadServerKeys } from './keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'keys-'))
afterAll(() => rmSync(folder, { recursive: true }))

const SECRET = 'a-jwt-secret-of-more-than-thirty-two-characters'
const user = { sub: '00000000-0000-4000-8000-000000000001', role: 'authenticated', aud: 'authenticated' }
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const issuer = 'http://localhost:3000/auth/v1'

function open(env: Record<string, string> = {}, name = 'default') {
  return loadServerKeys(readConfig({ DATA_DIR: join(folder, name), ...env }))
}

function hs256(claims: object, secret = SECRET) {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret))
}

test('the secret key and signing key created at the first start are stored, readable by their owner only', async () => {
  const first = await open({}, 'kept')
  const second = await open({}, 'kept')
  expect(first.secret).toMatch(/^sb_secret_[\w-]{43}$/)
  expect(second.secret).toBe(first.secret)
  expect(second.published).toEqual(first.published)
  for (const file of ['secret-key', 'signing-key.json']) {
    expect(statSync(join(folder, 'kept', file)).mode & 0o777).toBe(0o600)
  }
})

test('concurrent first starts of the server use the same secret key and signing key', async () => {
  const opened = await Promise.all(Array.from({ length: 5 }, () => open({}, 'race')))
  expect(new Set(opened.map(({ secret }) => secret)).size).toBe(1)
  expect(new Set(opened.map(({ published }) => JSON.stringify(published))).size).toBe(1)
})

test('with SUPABASE_JWT_SECRET set, tokens are signed with HS256 and no key is published', async () => {
  const keys = await open({ SUPABASE_JWT_SECRET: SECRET }, 'hs')
  expect(keys.published.keys).toEqual([])
  const token = await keys.signToken({ ...user, exp: inAnHour() })
  expect(JSON.parse(atob(token.split('.')[0] ?? ''))).toEqual({ alg: 'HS256', typ: 'JWT' })
  expect(await keys.verifyToken(token)).toMatchObject(user)
})

test('with SUPABASE_JWT_SECRET set, API keys in JWT form are accepted, but not the access token of a user', async () => {
  const keys = await open({ SUPABASE_JWT_SECRET: SECRET }, 'hs')
  expect(await keys.roleOfKey(await hs256({ role: 'anon', iss: 'supabase', exp: inAnHour() }))).toBe('anon')
  expect(await keys.roleOfKey(await hs256({ role: 'service_role', exp: inAnHour() }))).toBe('service_role')
  expect(await keys.roleOfKey(await hs256({ ...user, exp: inAnHour() }))).toBeNull()
  expect(await keys.roleOfKey(await hs256({ role: 'service_role', exp: inAnHour() }, `${SECRET}x`))).toBeNull()
  const without = await open()
  expect(await without.roleOfKey(await hs256({ role: 'service_role', exp: inAnHour() }))).toBeNull()
})

test('with AUTH_JWT_KEYS set, its key signs new tokens, and tokens signed with SUPABASE_JWT_SECRET are still verified', async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: 'mine', alg: 'ES256', key_ops: ['sign', 'verify'] }
  const keys = await open({ AUTH_JWT_KEYS: JSON.stringify([jwk]), SUPABASE_JWT_SECRET: SECRET }, 'own')
  const token = await keys.signToken({ ...user, iss: issuer, exp: inAnHour() })
  expect(JSON.parse(atob(token.split('.')[0] ?? ''))).toMatchObject({ alg: 'ES256', kid: 'mine' })
  expect(await keys.verifyToken(token)).toMatchObject(user)
  expect(await keys.verifyToken(await hs256({ ...user, exp: inAnHour() }))).toMatchObject(user)
  expect(keys.published.keys).toMatchObject([{ kid: 'mine' }])
})

test('an API key signed with AUTH_JWT_KEYS needs neither an expiry nor the issuer of the server', async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: 'mine', alg: 'ES256', key_ops: ['sign', 'verify'] }
  const theirs = await open({ AUTH_JWT_KEYS: JSON.stringify([jwk]) }, 'operators')
  const roles = { anon: 'anon', service_role: 'service_role', supabase_admin: 'service_role', authenticated: null }
  const own = await open({}, 'own-pair')
  for (const [role, expected] of Object.entries(roles)) {
    expect(await theirs.roleOfKey(await theirs.signToken({ role, iss: 'supabase-demo' })), role).toBe(expected)
    expect(await own.roleOfKey(await own.signToken({ role, iss: 'supabase-demo' })), role).toBeNull()
    await expect(own.verifyToken(await own.signToken({ role })), role).rejects.toMatchObject({ code: 'bad_jwt' })
  }
  const spoilt = await theirs.signToken({ role: 'service_role', exp: inAnHour() - 7200 })
  expect(await theirs.roleOfKey(spoilt)).toBeNull()
  const endless = await theirs.signToken({ ...user, iss: issuer })
  await expect(theirs.verifyToken(endless)).rejects.toMatchObject({ code: 'bad_jwt' })
})

test('verifyToken() rejects a forged, expired, unsigned or otherwise invalid token with 401', async () => {
  const keys = await open({}, 'strict')
  const good = { ...user, iss: issuer, exp: inAnHour() }
  const signed = await keys.signToken(good)
  const [header = '', payload = '', signature = ''] = signed.split('.')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const refused = {
    'another payload': `${header}.${encode({ ...good, role: 'service_role' })}.${signature}`,
    'no signature': `${encode({ alg: 'none' })}.${payload}.`,
    'a public key as HMAC secret': await hs256(good, JSON.stringify(keys.published.keys[0])),
    'a key of its own': await new SignJWT(good).setProtectedHeader({ alg: 'ES256', jwk }).sign(privateKey),
    'no end': await keys.signToken({ ...user, iss: issuer }),
    'another issuer': await keys.signToken({ ...good, iss: 'https://elsewhere.example/auth/v1' }),
    'another audience': await keys.signToken({ ...good, aud: 'somebody' }),
    'no role of ours': await keys.signToken({ ...good, role: 'postgres' }),
    'not yet': await keys.signToken({ ...good, nbf: inAnHour() }),
    'no token': 'abc',
  }
  for (const [why, token] of Object.entries(refused)) {
    await expect(keys.verifyToken(token), why).rejects.toMatchObject({ status: 401, code: 'bad_jwt' })
  }
  const old = await keys.signToken({ ...good, exp: inAnHour() - 7200 })
  await expect(keys.verifyToken(old)).rejects.toMatchObject({ status: 401, code: 'jwt_expired' })
})

test('the server start fails with a ConfigError when the stored signing key is corrupt', async () => {
  await open({}, 'broken')
  writeFileSync(join(folder, 'broken', 'signing-key.json'), '{"kty":')
  await expect(open({}, 'broken')).rejects.toThrow(/^DATA_DIR: signing-key.json in .* is no signing key; put it back/)
})
