import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig, readConfigAtPort } from './config.ts'

const wrong: [name: string, value: string, sentence: string][] = [
  ['PORT', 'abc', 'PORT must be a whole number from 0 to 65535.'],
  ['HOST', 'my machine', 'HOST must be an IP address or localhost.'],
  ['SITE_URL', 'orchid.example', 'SITE_URL must be an http or https address without a path'],
  ['DATABASE_URL', 'mysql://localhost/x', 'DATABASE_URL must be a URL that starts with postgres:// or postgresql://.'],
  [
    'DATABASE_URL',
    'postgres://site:a/b@localhost/x',
    'DATABASE_URL must be a URL of one host; / ? # and % in a password',
  ],
  ['DATABASE_URL', 'postgres://one:5432,two:5432/x', 'DATABASE_URL must be a URL of one host'],
  ['SUPABASE_PUBLISHABLE_KEY', 'short', 'SUPABASE_PUBLISHABLE_KEY must have at least 16 characters.'],
  ['SUPABASE_PUBLISHABLE_KEY', 'sb_secret_0123456789abcdef', 'SUPABASE_PUBLISHABLE_KEY must not be a secret key'],
  ['SUPABASE_SECRET_KEY', 'sb_secret_short', 'SUPABASE_SECRET_KEY must have at least 24 characters.'],
  ['SUPABASE_JWT_SECRET', 'too short', 'SUPABASE_JWT_SECRET must have at least 32 characters.'],
  ['LIMIT_CONNECTIONS_PER_SOURCE', '0', 'LIMIT_CONNECTIONS_PER_SOURCE must be a whole number from 1 to 1000000.'],
  ['LIMIT_SOCKETS_PER_SOURCE', '1e3', 'LIMIT_SOCKETS_PER_SOURCE must be a whole number'],
  ['LIMIT_SOCKETS', '-5', 'LIMIT_SOCKETS must be a whole number'],
  ['TRUSTED_PROXIES', '10.0.0.0/33', 'TRUSTED_PROXIES must be IP addresses or ranges such as 10.0.0.0/8'],
  ['TRUSTED_PROXIES', 'proxy.example', 'TRUSTED_PROXIES must be IP addresses or ranges such as 10.0.0.0/8'],
  ['AUTH_ENABLE_SIGNUP', 'yes', 'AUTH_ENABLE_SIGNUP must be true or false.'],
  ['AUTH_EMAIL_MAX_FREQUENCY', 'soon', 'AUTH_EMAIL_MAX_FREQUENCY must be a number of seconds, or a time such as'],
  ['AUTH_EMAIL_OTP_EXPIRY', '604801', 'AUTH_EMAIL_OTP_EXPIRY must be at most 7 days.'],
  ['AUTH_MINIMUM_PASSWORD_LENGTH', '3', 'AUTH_MINIMUM_PASSWORD_LENGTH must be a whole number from 6 to 72.'],
  ['AUTH_JWT_KEYS', '{}', 'AUTH_JWT_KEYS must be a JSON array of JWK keys'],
  ['AUTH_JWT_KEYS', '/nowhere/keys.json', 'AUTH_JWT_KEYS must be a JSON array of JWK keys'],
  ['AUTH_JWT_KEYS', '[{"kty":"EC"}]', 'AUTH_JWT_KEYS must hold exactly one key with "sign" in its key_ops.'],
  ['AUTH_EXTERNAL_GOOGLE_URL', 'accounts.google.com', 'AUTH_EXTERNAL_GOOGLE_URL must be a URL that starts with'],
  [
    'AUTH_EXTERNAL_GOOGLE_URL',
    'http://accounts.example',
    'AUTH_EXTERNAL_GOOGLE_URL must be an https URL; http is only',
  ],
  ['AUTH_WEBAUTHN_RP_ORIGINS', 'localhost', 'AUTH_WEBAUTHN_RP_ORIGINS must be an http or https address'],
]

test.each(wrong)(
  'readConfig() rejects an invalid %s (%s) with an error message that names the variable',
  (name, value, sentence) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(sentence)
  },
)

test('the error message for an invalid environment variable does not contain its value, which may be a password', () => {
  for (const [name, value] of wrong.filter(([, value]) => value.length > 4)) {
    expect(() => readConfig({ [name]: value })).not.toThrow(new RegExp(value.replaceAll(/[[\]{}()*+?.\\^$|]/g, '\\$&')))
  }
})

test('without environment variables, the server listens on loopback port 3000 with its own PostgreSQL', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    hosts: ['127.0.0.1', '::1'],
    siteUrl: 'http://localhost:3000',
    databaseUrl: null,
    publishableKey: 'sb_publishable_local-development-only',
    secretKey: null,
    trustedProxies: [],
    limits: {
      connectionsPerSource: 1_000,
      socketsPerSource: 50,
      sockets: 20_000,
    },
  })
})

test('an empty environment variable counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '  ', SITE_URL: '' })).toEqual(readConfig({}))
})

test('the configuration object and its nested objects are frozen', () => {
  const config = readConfig({})
  expect(Object.isFrozen(config)).toBe(true)
  expect(Object.isFrozen(config.limits)).toBe(true)
  expect(Object.isFrozen(config.auth.mfa.totp)).toBe(true)
})

test.each([
  [{ HOST: '192.0.2.7', PORT: '80' }, 'http://192.0.2.7'],
  [{ HOST: '2001:db8::7', PORT: '8080' }, 'http://[2001:db8::7]:8080'],
  [{ HOST: '0.0.0.0' }, 'http://localhost:3000'],
  [{ HOST: '127.0.0.1', PORT: '4000' }, 'http://localhost:4000'],
  [{ SITE_URL: 'https://Orchid.Example/' }, 'https://orchid.example'],
])('the environment %o gives the site URL %s', (env, siteUrl) => {
  expect(readConfig(env).siteUrl).toBe(siteUrl)
})

test('readConfigAtPort() replaces port 0 with the actual port, in the site URL too', () => {
  expect(readConfigAtPort({ PORT: '0' }, 40_123)).toMatchObject({ port: 40_123, siteUrl: 'http://localhost:40123' })
})

test.each([
  ['60', 60],
  ['90s', 90],
  ['1m0s', 60],
  ['2h', 7200],
])('AUTH_EMAIL_MAX_FREQUENCY=%s is read as %i seconds', (text, seconds) => {
  expect(readConfig({ AUTH_EMAIL_MAX_FREQUENCY: text }).auth.email.maxFrequency).toBe(seconds)
})

test('WebAuthn is disabled when the host of the site URL is an IP address', () => {
  expect(readConfig({ SITE_URL: 'http://127.0.0.1:3000' }).auth.webAuthn).toBeNull()
  expect(readConfig({ SITE_URL: 'http://[::1]:3000' }).auth.webAuthn).toBeNull()
  expect(readConfig({}).auth.webAuthn).toEqual({ rpId: 'localhost', rpOrigins: ['http://localhost:3000'] })
})

test('AUTH_JWT_KEYS may be the path of a JSON file with the keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'))
  const file = join(folder, 'keys.json')
  writeFileSync(file, '[{"kty":"oct","k":"c2VjcmV0","key_ops":["sign","verify"]}]')
  expect(readConfig({ AUTH_JWT_KEYS: file }).jwtKeys).toMatchObject([{ kty: 'oct', k: 'c2VjcmV0' }])
  rmSync(folder, { recursive: true })
})
