import { createHash, createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { findSecretWeakness, findSigningKeyWeakness, isReachableFromOtherHosts } from './config-secrets.ts'

/** The publicly known JWT secrets are assembled from parts, so that secret scanners find no valid secret in this repository. */
const longSecret = ['jwt-token-with-at', 'least-32-characters'].join('-')
const CLI_JWT_SECRET = `super-${'secret'}-${longSecret}-long`
const DOCKER_JWT_SECRET = `your-${CLI_JWT_SECRET}`
const CLI_SECRET_KEY = ['sb_secret', 'N7UND0UgjKTVK-Uodkm0Hg', 'xSvEMPvz'].join('_')
const CLI_PUBLIC_HALF = 'M5Sjqn5zwC9Kl1zVfUUGvv9boQjCGd45G8sdopBExB4'

const base64url = (text: string) => Buffer.from(text).toString('base64url')

function signed(claims: string, secret: string): string {
  const body = `${base64url('{"alg":"HS256","typ":"JWT"}')}.${base64url(claims)}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

const cliServiceRole = signed('{"iss":"supabase-demo","role":"service_role","exp":1983812996}', CLI_JWT_SECRET)
const dockerServiceRole = signed(
  '{   \n    "role": "service_role",\n    "iss": "supabase-demo",\n    "iat": 1641769200,\n    "exp": 1799535600\n}',
  DOCKER_JWT_SECRET,
)
const oct = (secret: string) => ({ kty: 'oct', k: base64url(secret), key_ops: ['sign', 'verify'] })
const cliKey = { kty: 'EC', crv: 'P-256', x: CLI_PUBLIC_HALF, y: 'y', d: 'd', key_ops: ['sign', 'verify'] }
const ownKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })

const publicSecrets: [name: string, value: string][] = [
  ['SUPABASE_JWT_SECRET', CLI_JWT_SECRET],
  ['SUPABASE_JWT_SECRET', CLI_JWT_SECRET.replace('-long', '')],
  ['SUPABASE_JWT_SECRET', DOCKER_JWT_SECRET],
  ['SUPABASE_JWT_SECRET', DOCKER_JWT_SECRET.replace('-long', '')],
  ['SUPABASE_JWT_SECRET', `${'really'.repeat(4)}verysafe`],
  ['SUPABASE_JWT_SECRET', ['a-string-secret', 'at-least-256-bits-long'].join('-')],
  ['SUPABASE_JWT_SECRET', 'change-me-change-me-change-me-now-please'],
  ['SUPABASE_JWT_SECRET', 'YOUR_JWT_KEY_OF_32_OR_MORE_CHARACTERS'],
  ['SUPABASE_JWT_SECRET', ['UpNVntn3cDxHJpq99YMc1T1AQgQpc8kf', 'YTuRgBiYa15BLrx8etQoXz3gZv1/u2oq'].join('')],
  ['SUPABASE_SECRET_KEY', CLI_SECRET_KEY],
  ['SUPABASE_SECRET_KEY', cliServiceRole],
  ['SUPABASE_SECRET_KEY', dockerServiceRole],
  ['SUPABASE_SECRET_KEY', CLI_JWT_SECRET],
  ['SUPABASE_SECRET_KEY', 'your-service-role-key-goes-here'],
  ['AUTH_JWT_KEYS', JSON.stringify([cliKey])],
  ['AUTH_JWT_KEYS', JSON.stringify([oct(CLI_JWT_SECRET)])],
  [
    'AUTH_JWT_KEYS',
    JSON.stringify([
      { ...ownKey, key_ops: ['sign'] },
      { ...cliKey, key_ops: ['verify'] },
    ]),
  ],
  [
    'AUTH_JWT_KEYS',
    JSON.stringify([
      { ...ownKey, key_ops: ['sign'] },
      { ...oct(DOCKER_JWT_SECRET), key_ops: ['verify'] },
    ]),
  ],
]

const weak: [name: string, value: string][] = [
  ['SUPABASE_JWT_SECRET', 'a'.repeat(64)],
  ['SUPABASE_JWT_SECRET', 'abcdefgh'.repeat(8)],
  ['SUPABASE_JWT_SECRET', '0123456789abcdef0123456789abcdef'],
  ['SUPABASE_JWT_SECRET', 'photos photos photos photos photos photos'],
  ['SUPABASE_SECRET_KEY', 'sb_secret_orchid-orchid-orchid'],
  ['SUPABASE_SECRET_KEY', 'sb_secret_0123456789abcdef'],
  ['AUTH_JWT_KEYS', JSON.stringify([oct('x'.repeat(48))])],
]

const reachable: Record<string, string>[] = [
  { SITE_URL: 'https://www.example.com' },
  { SITE_URL: 'http://192.168.1.7:3000' },
  { SITE_URL: 'http://[2001:db8::7]' },
  { HOST: '192.0.2.7' },
  { HOST: '0.0.0.0' },
]

test.each(publicSecrets)(
  'readConfig() rejects a publicly known %s when other machines can reach the server (%s)',
  (name, value) => {
    for (const place of reachable) {
      expect(() => readConfig({ ...place, [name]: value })).toThrow(ConfigError)
      expect(() => readConfig({ ...place, [name]: value })).toThrow(
        new RegExp(`^${name} must not (be a secret|hold a key) that is printed in public documents, [^.]+\\.$`),
      )
    }
  },
)

test.each(weak)('readConfig() rejects a guessable %s when other machines can reach the server (%s)', (name, value) => {
  expect(() => readConfig({ SITE_URL: 'https://www.example.com', [name]: value })).toThrow(
    `${name} must be longer or more random`,
  )
})

test('the service_role demo key in these tests has the signature that Supabase publishes', () => {
  expect(cliServiceRole.split('.')[2]).toBe('EGIM96RAZx35lJzdJsyH-qQwv8Hdp7fsn3W0YpN81IU')
})

test.each([
  {},
  { SITE_URL: 'http://localhost:54321' },
  { SITE_URL: 'http://127.0.0.1:3000' },
  { SITE_URL: 'http://[::1]:3000' },
  { SITE_URL: 'http://orchid.localhost:3000' },
  { HOST: '127.0.0.2' },
])('publicly known and guessable secrets are accepted when the server is reachable on loopback only (%o)', (place) => {
  for (const [name, value] of [...publicSecrets, ...weak]) {
    expect(() => readConfig({ ...place, [name]: value })).not.toThrow()
  }
})

test('randomly generated secrets are accepted on a public site', () => {
  // From a seed, because one random secret in about 100,000 contains an example word and is rejected.
  let seed = 0
  const bytes = (outputLength: number) => createHash('shake256', { outputLength }).update(`${++seed}`).digest()
  const makers = [
    () => bytes(48).toString('base64'),
    () => bytes(32).toString('base64url'),
    () => bytes(32).toString('hex'),
    () => bytes(16).toString('hex'),
    () => `sb_secret_${bytes(18).toString('base64url')}`,
    () =>
      bytes(16)
        .toString('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  ]
  const refused: string[] = []
  for (let round = 0; round < 500; round++) {
    for (const make of makers) {
      const value = make()
      for (const name of ['SUPABASE_JWT_SECRET', 'SUPABASE_SECRET_KEY']) {
        try {
          readConfig({ SITE_URL: 'https://www.example.com', [name]: value })
        } catch {
          refused.push(value)
        }
      }
    }
  }
  expect(refused).toEqual([])
  const keys = JSON.stringify([{ ...ownKey, key_ops: ['sign', 'verify'] }])
  expect(() => readConfig({ SITE_URL: 'https://www.example.com', AUTH_JWT_KEYS: keys })).not.toThrow()
})

test('isReachableFromOtherHosts() is true for a loopback site URL when the server listens on a non-loopback address', () => {
  for (const host of ['localhost', '::1', '127.0.0.1', '127.10.20.130']) {
    expect(isReachableFromOtherHosts('http://localhost', [host]), host).toBe(false)
  }
  expect(isReachableFromOtherHosts('http://localhost', ['127.0.0.1', '192.0.2.7'])).toBe(true)
  expect(isReachableFromOtherHosts('http://localhost', ['2001:db8::1'])).toBe(true)
})

test('isReachableFromOtherHosts() is true for a host name that only resembles a loopback one, such as 127.example.com', () => {
  for (const name of ['127.0.0.1.example.com', '127.example.com', 'localhost.example.com', 'notlocalhost']) {
    expect(isReachableFromOtherHosts(`https://${name}`, []), name).toBe(true)
  }
})

test('a secret of sequential or repeated characters is rejected as guessable, however long it is', () => {
  for (const secret of [
    'abcdefghijklmnopqrstuvwxyz0123456789',
    '9876543210zyxwvutsrqponmlkjihgfedcba',
    'aaabbbcccdddeee'.repeat(4),
  ]) {
    expect(findSecretWeakness(secret), secret).toMatch(/^must be longer or more random/)
  }
})

// A text of eight letters that occur three times each has an entropy of 72 bits, which is enough. When one of the letters occurs four
// times, the entropy is below 72 bits.
test('a secret needs 72 bits of estimated entropy, and characters of a sequential run do not count', () => {
  expect(findSecretWeakness('aapsvsdggvmpsadmjdjvjgpm')).toBeNull()
  expect(findSecretWeakness('aapsvsdggvmpsadmjdjvjgpa')).toMatch(/^must be longer or more random/)
  expect(findSecretWeakness('gbwcdkwpkbkcpgcptbcdwtdtg')).toMatch(/^must be longer or more random/)
})

test('the prefix sb_secret_ does not make a secret count as an example value, but the same text elsewhere in it does', () => {
  const random = 'aapsvsdggvmpsadmjdjvjgpm'
  expect(findSecretWeakness(`sb_secret_${random}`)).toBeNull()
  expect(findSecretWeakness(`${random}sb_secret_`)).toMatch(/^must not be a secret that is printed/)
})

test('a JWT is accepted as a secret unless its issuer is supabase-demo', () => {
  expect(
    findSecretWeakness(signed('{"iss":"orchid","role":"service_role"}', randomBytes(48).toString('hex'))),
  ).toBeNull()
  expect(findSecretWeakness(signed('{"iss":"supabase-demo"}', randomBytes(48).toString('hex')))).not.toBeNull()
})

test('a publicly known EC key is recognised by its x parameter, a publicly known RSA key by its n', () => {
  const known = /^must not hold a key that is printed/
  expect(findSigningKeyWeakness({ kty: 'EC', x: CLI_PUBLIC_HALF, key_ops: [] })).toMatch(known)
  expect(findSigningKeyWeakness({ kty: 'RSA', n: CLI_PUBLIC_HALF, key_ops: [] })).toMatch(known)
  expect(findSigningKeyWeakness({ kty: 'EC', x: String(ownKey.x), n: CLI_PUBLIC_HALF, key_ops: [] })).toBeNull()
  expect(findSigningKeyWeakness({ kty: 'RSA', n: 'own', x: CLI_PUBLIC_HALF, key_ops: [] })).toBeNull()
})
