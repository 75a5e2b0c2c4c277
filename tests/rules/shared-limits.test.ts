import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { createMember } from './auth-member.ts'
import { startTestIdentityProvider } from './auth-provider.ts'
import { callAuthFromClientIp, createRandomClientIp, TRUST_TEST_PROXY_ENV } from './auth-source.ts'

/*
 * Every rate limit that all visitors share is accompanied by a limit per client IP address, so that one client cannot exhaust it. In
 * each test, one client sends requests up to its limit, and the server still accepts requests of another client. The tests
 * packages/backend/src/auth/global-limits.integration.test.ts and credential-attempts.integration.test.ts cover what each limit counts, with simulated
 * time.
 */

const provider = await startTestIdentityProvider()
afterAll(() => provider[Symbol.asyncDispose]())
const onBackend = createSharedBackendTest({
  env: {
    ...TRUST_TEST_PROXY_ENV,
    ...provider.env,
    LIMIT_SIGNUPS_PER_SOURCE: '3',
    LIMIT_MESSAGES_PER_SOURCE: '3',
    AUTH_ENABLE_ANONYMOUS_SIGN_INS: 'true',
    AUTH_PASSKEY_ENABLED: 'true',
    AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS: '3',
    AUTH_RATE_LIMIT_TOKEN_REFRESH: '30',
    AUTH_RATE_LIMIT_TOKEN_VERIFICATIONS: '3',
    AUTH_RATE_LIMIT_ANONYMOUS_USERS: '3',
  },
})
type Ask = (backend: TestBackend, source: string) => Promise<{ status: number }>
type Shared = { what: string; variable: string; ask: Ask; most: number }

const auth =
  (request: Parameters<typeof callAuthFromClientIp>[2], body?: () => object): Ask =>
  (backend, source) =>
    callAuthFromClientIp(backend, source, request, body === undefined ? {} : { body: body() })

/** Sends a form with the name and the email address of a new visitor. */
const post =
  (path: string, more: object): Ask =>
  (backend, source) => {
    const headers = { apikey: backend.publishableKey, 'content-type': 'application/json', 'x-forwarded-for': source }
    const { name, email } = createTestVisitor()
    return fetch(backend.url + path, { method: 'POST', headers, body: JSON.stringify({ name, email, ...more }) })
  }

const email = () => ({ email: createTestVisitor().email })

const SIGN_IN_SIGN_UPS = 'AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS'
const table: [what: string, variable: string, ask: Ask, most?: number][] = [
  ['sign-ups to the list', 'LIMIT_SIGNUPS_PER_SOURCE', post('/rest/v1/early_access_users', { is_paid: false })],
  ['contact messages', 'LIMIT_MESSAGES_PER_SOURCE', post('/functions/v1/send-contact-email', { message: 'Hello' })],
  ['new accounts', SIGN_IN_SIGN_UPS, auth('POST /signup', () => ({ ...email(), password: crypto.randomUUID() }))],
  ['sign-in codes', SIGN_IN_SIGN_UPS, auth('POST /otp', email)],
  ['recoveries', SIGN_IN_SIGN_UPS, auth('POST /recover', email)],
  ['resent mails', SIGN_IN_SIGN_UPS, auth('POST /resend', () => ({ ...email(), type: 'signup' }))],
  ['OAuth sign-ins started', SIGN_IN_SIGN_UPS, auth('GET /authorize?provider=google')],
  ['passkey challenges', SIGN_IN_SIGN_UPS, auth('POST /passkeys/authentication/options', () => ({}))],
  [
    ...(['sign-ins and refreshes', 'AUTH_RATE_LIMIT_TOKEN_REFRESH'] as const),
    auth('POST /token?grant_type=refresh_token', () => ({ refresh_token: 'x'.repeat(43) })),
    30,
  ],
  [
    ...(['code and link verifications', 'AUTH_RATE_LIMIT_TOKEN_VERIFICATIONS'] as const),
    auth('POST /verify', () => ({ ...email(), type: 'email', token: '000000' })),
  ],
  ['anonymous sign-ups', 'AUTH_RATE_LIMIT_ANONYMOUS_USERS', auth('POST /signup', () => ({}))],
]
const limits = table.map(([what, variable, ask, most = 3]): Shared => ({ what, variable, ask, most }))

/** The test file of each global rate limit that is not tested here, by environment variable. */
const elsewhere: Record<string, string> = {
  AUTH_RATE_LIMIT_EMAIL_SENT: 'packages/backend/src/auth/global-limits.integration.test.ts',
  AUTH_RATE_LIMIT_SMS_SENT: 'packages/backend/src/auth/global-limits.integration.test.ts',
  LIMIT_SOCKETS: 'packages/backend/test/realtime-limits.test.ts',
  LIMIT_SOCKETS_PER_SOURCE: 'packages/backend/test/realtime-limits.test.ts',
  LIMIT_CONNECTIONS_PER_SOURCE: 'packages/backend/test/http-connections.test.ts',
}

test('every rate limit variable in docs/environment.md is covered by a listed test', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/environment.md'), 'utf8')
  const names = [...new Set(page.match(/\b(?:AUTH_RATE_LIMIT|LIMIT)_[A-Z_]+/g))]
  const known = [...limits.map(({ variable }) => variable), ...Object.keys(elsewhere)]
  expect(names.length).toBeGreaterThan(8)
  expect(names.filter((name) => !known.includes(name))).toEqual([])
  const sourceOf = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
  expect(Object.entries(elsewhere).filter(([name, file]) => !sourceOf(file).includes(name))).toEqual([])
})

for (const { what, ask, most } of limits) {
  onBackend(
    `a client IP address over the rate limit for ${what} gets 429, while other client IP addresses are served`,
    async (backend) => {
      provider.register(backend.url)
      const greedy = createRandomClientIp()
      const statuses: number[] = []
      for (let round = 0; round < most + 2; round++) statuses.push((await ask(backend, greedy)).status)
      expect(statuses.filter((status) => status !== 429)).toHaveLength(most)
      expect(statuses.slice(0, most)).not.toContain(500)
      expect(statuses.at(-1)).toBe(429)
      expect((await ask(backend, createRandomClientIp())).status).toBe(statuses[0])
    },
  )
}

/** Requests per limit from twelve /64 networks of one random /48, each in a /56 of its own, one more from each than a source may make. */
async function askFromOneNetwork(backend: TestBackend, { ask, most }: Shared): Promise<number> {
  const prefix = `2001:db8:${Math.floor(Math.random() * 0xffff).toString(16)}`
  const sources = Array.from({ length: 12 }, (_, n) => `${prefix}:${(n << 8).toString(16)}::1`)
  const served = await Promise.all(
    sources.map(async (source) => {
      let count = 0
      for (let round = 0; round <= most; round++) count += (await ask(backend, source)).status === 429 ? 0 : 1
      return count
    }),
  )
  return served.reduce((sum, count) => sum + count, 0)
}

/** One limit of each variable: the routes of a variable count in the same function. That of sign-ins is left out, because it takes 372 requests. */
const ofEachVariable = new Map(limits.filter(({ most }) => most === 3).map((limit) => [limit.variable, limit]))

for (const limit of ofEachVariable.values()) {
  onBackend(
    `twelve networks of one IPv6 /48 have eight times the limit of one network for ${limit.what}, and others are served`,
    async (backend) => {
      provider.register(backend.url)
      const began = Date.now()
      const served = await askFromOneNetwork(backend, limit)
      // A token bucket of one hour or less regains its tokens while the test runs; it is full again after two minutes or more.
      const regained = Math.ceil((8 * limit.most * (Date.now() - began)) / 120_000)
      expect(served).toBeGreaterThanOrEqual(8 * limit.most)
      expect(served).toBeLessThanOrEqual(8 * limit.most + regained)
      expect((await limit.ask(backend, createRandomClientIp())).status).not.toBe(429)
    },
  )
}

const someId = crypto.randomUUID()
/** Requests of a signed-in user that each create a row or send a mail, and that can be repeated. */
const ofMembers: [Parameters<typeof callAuthFromClientIp>[2], object | undefined][] = [
  ['PUT /user', { data: { again: true } }],
  ['POST /factors', { factor_type: 'totp' }],
  [`DELETE /factors/${someId}`, undefined],
  [`PATCH /passkeys/${someId}`, { friendly_name: 'again' }],
  [`DELETE /passkeys/${someId}`, undefined],
  [`DELETE /user/identities/${someId}`, undefined],
  ['POST /logout?scope=others', undefined],
]

onBackend('each account change request of a signed-in user is rate-limited per client IP address', async (backend) => {
  const { session } = await createMember(backend)
  const bearer = session.access_token
  for (const [request, body] of ofMembers) {
    const ask = (source: string) =>
      callAuthFromClientIp(backend, source, request, { bearer, ...(body === undefined ? {} : { body }) })
    const greedy = createRandomClientIp()
    const statuses: number[] = []
    for (let round = 0; round < 4; round++) statuses.push((await ask(greedy)).status)
    expect([request, statuses.filter((status) => status === 429).length]).toEqual([request, 1])
    expect([request, (await ask(createRandomClientIp())).status]).not.toEqual([request, 429])
  }
})
