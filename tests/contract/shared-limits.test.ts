import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { brand } from '../support/brand.ts'
import { createSharedBackendTest } from '../support/engines.ts'
import { waitForMails } from '../support/mail-box.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { readAuthError } from './auth-call.ts'
import { createMember, waitForNewestMail } from './auth-member.ts'
import { startTestIdentityProvider } from './auth-provider.ts'
import { callAuthFromClientIp, createRandomClientIp, signInFromIp, TRUST_TEST_PROXY_ENV } from './auth-source.ts'

/*
 * Every rate limit that all visitors share is accompanied by a limit per client IP address, so that one client cannot exhaust it. In
 * each test, one client sends requests up to its limit, and the server still accepts requests of another client. The tests
 * backend/src/auth/global-limits.integration.test.ts and credential-attempts.integration.test.ts cover what each limit counts, with simulated
 * time.
 */

const provider = await startTestIdentityProvider()
afterAll(() => provider[Symbol.asyncDispose]())
const onBothEngines = createSharedBackendTest({
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
const withMails = createSharedBackendTest({
  env: {
    ...TRUST_TEST_PROXY_ENV,
    AUTH_RATE_LIMIT_EMAIL_SENT: '30',
    AUTH_RATE_LIMIT_SMS_SENT: '30',
    AUTH_SMS_ENABLE_SIGNUP: 'true',
  },
})

type Ask = (backend: TestBackend, source: string) => Promise<{ status: number }>
type Shared = { what: string; variable: string; ask: Ask; most: number }

const auth =
  (request: Parameters<typeof callAuthFromClientIp>[2], body?: () => object): Ask =>
  (backend, source) =>
    callAuthFromClientIp(backend, source, request, body === undefined ? {} : { body: body() })

function post(backend: TestBackend, source: string, path: string, body: object) {
  const headers = { apikey: backend.publishableKey, 'content-type': 'application/json', 'x-forwarded-for': source }
  return fetch(`${backend.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

const email = () => ({ email: createTestVisitor().email })

const limits: Shared[] = [
  {
    what: 'sign-ups to the list',
    variable: 'LIMIT_SIGNUPS_PER_SOURCE',
    most: 3,
    ask: (backend, source) =>
      post(backend, source, '/rest/v1/early_access_users', { ...pick(createTestVisitor()), is_paid: false }),
  },
  {
    what: 'contact messages',
    variable: 'LIMIT_MESSAGES_PER_SOURCE',
    most: 3,
    ask: (backend, source) =>
      post(backend, source, '/functions/v1/send-contact-email', {
        ...pick(createTestVisitor()),
        message: crypto.randomUUID(),
      }),
  },
  {
    what: 'new accounts',
    variable: 'AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS',
    most: 3,
    ask: auth('POST /signup', () => ({ ...email(), password: crypto.randomUUID() })),
  },
  { what: 'sign-in codes', variable: 'AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS', most: 3, ask: auth('POST /otp', email) },
  { what: 'recoveries', variable: 'AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS', most: 3, ask: auth('POST /recover', email) },
  {
    what: 'resent mails',
    variable: 'AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS',
    most: 3,
    ask: auth('POST /resend', () => ({ ...email(), type: 'signup' })),
  },
  {
    what: 'OAuth sign-ins started',
    variable: 'AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS',
    most: 3,
    ask: auth('GET /authorize?provider=google'),
  },
  {
    what: 'passkey challenges',
    variable: 'AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS',
    most: 3,
    ask: auth('POST /passkeys/authentication/options', () => ({})),
  },
  {
    what: 'sign-ins and refreshes',
    variable: 'AUTH_RATE_LIMIT_TOKEN_REFRESH',
    most: 30,
    ask: auth('POST /token?grant_type=refresh_token', () => ({ refresh_token: 'x'.repeat(43) })),
  },
  {
    what: 'code and link verifications',
    variable: 'AUTH_RATE_LIMIT_TOKEN_VERIFICATIONS',
    most: 3,
    ask: auth('POST /verify', () => ({ ...email(), type: 'email', token: '000000' })),
  },
  {
    what: 'anonymous sign-ups',
    variable: 'AUTH_RATE_LIMIT_ANONYMOUS_USERS',
    most: 3,
    ask: auth('POST /signup', () => ({})),
  },
]

/** The test file of each global rate limit that is not tested here, by environment variable. */
const elsewhere: Record<string, string> = {
  AUTH_RATE_LIMIT_EMAIL_SENT: 'backend/src/auth/global-limits.integration.test.ts',
  AUTH_RATE_LIMIT_SMS_SENT: 'backend/src/auth/global-limits.integration.test.ts',
  LIMIT_SOCKETS: 'tests/contract/realtime-limits.test.ts',
  LIMIT_SOCKETS_PER_SOURCE: 'tests/contract/realtime-limits.test.ts',
  LIMIT_CONNECTIONS_PER_SOURCE: 'tests/contract/http-connections.test.ts',
}

function pick({ name, email }: { name: string; email: string }) {
  return { name, email }
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
  onBothEngines(
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

onBothEngines(
  'each account change request of a signed-in user is rate-limited per client IP address',
  async (backend) => {
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
  },
)

withMails('repeated password changes of one account queue at most five notification mails', async (backend) => {
  const member = await createMember(backend)
  let password = member.password
  for (let round = 0; round < 8; round++) {
    const next = crypto.randomUUID()
    const body = { password: next, current_password: password }
    const changed = await callAuthFromClientIp(backend, createRandomClientIp(), 'PUT /user', {
      body,
      bearer: member.session.access_token,
    })
    expect(changed.status).toBe(200)
    password = next
  }
  const { data } = await backend.secretClient().from('mail_outbox').select('kind').eq('recipient', member.email)
  expect(data?.filter(({ kind }) => kind === 'auth_notice')).toHaveLength(5)
})

onBothEngines(
  'failed password attempts from one client IP address do not block sign-in from another one',
  async (backend) => {
    const { email, password } = await createMember(backend)
    const greedy = createRandomClientIp()
    const statuses: number[] = []
    for (let round = 0; round < 6; round++) statuses.push((await signInFromIp(backend, greedy, email, 'wrong')).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    expect((await signInFromIp(backend, createRandomClientIp(), email, password)).status).toBe(200)
  },
)

const full = [429, 'over_email_send_rate_limit', 'email rate limit exceeded']

withMails(
  'POST /recover is limited per client IP address, and reaching the global mail limit alerts the team by mail',
  async (backend) => {
    const member = await createMember(backend)
    const recover = (source: string, to = createTestVisitor().email) =>
      callAuthFromClientIp(backend, source, 'POST /recover', { body: { email: to } })
    const greedy = createRandomClientIp()
    const statuses: number[] = []
    for (let round = 0; round < 30; round++) statuses.push((await recover(greedy)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect((await recover(createRandomClientIp(), member.email)).status).toBe(200)
    expect((await waitForNewestMail(backend, member.email)).subject).toBeTruthy()

    for (let round = 0; round < 19; round++) expect((await recover(createRandomClientIp())).status).toBe(200)
    expect(backend.log()).not.toContain('"event":"ceiling_reached"')
    expect(readAuthError(await recover(createRandomClientIp()))).toEqual(full)
    expect(readAuthError(await recover(createRandomClientIp(), member.email))).toEqual(full)
    expect(backend.log()).toContain('"event":"ceiling_reached","ceiling":"mails"')
    const metrics = await fetch(`${backend.url}/metrics`)
    expect(await metrics.text()).toContain('ceiling_reached_total{ceiling="mails"} 2')
    const alerts = await waitForMails(backend, brand.mailboxes.team)
    expect(alerts.map(({ subject }) => subject)).toEqual(['Your site has reached a limit'])
  },
)
