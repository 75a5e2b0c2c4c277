// Tests that responses of the auth service do not reveal which email addresses and phone numbers have an account
// (docs/accounts.md).
import { createHash } from 'node:crypto'
import { afterAll, expect } from 'vitest'
import { listFuzzedEndpoints } from '../odd-inputs/endpoints.ts'
import { createSharedBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import {
  type AuthServiceResponse,
  callAuth,
  callAuthAsAdmin,
  HIGH_AUTH_LIMITS,
  type ParsedJson,
  readAuthError,
} from './auth-call.ts'
import { createMember, createRandomPassword } from './auth-member.ts'
import { startTestIdentityProvider } from './auth-provider.ts'
import { createRandomPhoneNumber, toStoredPhoneNumber } from './auth-sms.ts'
import { pauseMailDelivery, readNewestQueuedMail } from './auth-take-over-attempt.ts'

const provider = await startTestIdentityProvider()
const test = createSharedBackendTest({
  env: { ...HIGH_AUTH_LIMITS, ...provider.env, AUTH_SMS_ENABLE_SIGNUP: 'true', AUTH_SMS_ENABLE_CONFIRMATIONS: 'true' },
})
afterAll(() => provider[Symbol.asyncDispose]())

/**
 * Creates an email address or phone number whose account is in a given state. A new unknown address is created for each request,
 * because the request may register it.
 */
type Maker = (backend: TestBackend) => Promise<string>

const freshEmail: Maker = async () => createTestVisitor().email

const emails: Readonly<Record<string, Maker>> = {
  'signed up': after((backend, email) => post(backend, 'signup', { email, password: createRandomPassword() })),
  'signed up with a name': after((backend, email) =>
    post(backend, 'signup', { email, password: createRandomPassword(), data: { name: 'Ada', n: 1 } }),
  ),
  'asked for a code': after((backend, email) => post(backend, 'otp', { email })),
  'asked for a recovery as well': after(async (backend, email) => {
    await post(backend, 'signup', { email, password: createRandomPassword() })
    await post(backend, 'recover', { email })
  }),
  invited: after((backend, email) => admin(backend, 'POST /invite', { email, data: { team: 'red' } })),
  'made by an operator': after((backend, email) =>
    admin(backend, 'POST /admin/users', { email, password: createRandomPassword() }),
  ),
  confirmed: async (backend) => (await createMember(backend)).email,
  'confirmed without a password': after(async (backend, email) => {
    await post(backend, 'otp', { email })
    const { code: token } = await readNewestQueuedMail(backend, email)
    await post(backend, 'verify', { type: 'email', email, token })
  }),
  "a provider's": after((backend, email) => enter(backend, { email, email_verified: true })),
  "a provider's, unverified": after((backend, email) => enter(backend, { email, email_verified: false })),
  banned: async (backend) => {
    const { email, user } = await createMember(backend)
    await admin(backend, `PUT /admin/users/${user.id}`, { ban_duration: '24h' })
    return email
  },
  'about to be changed': async (backend) => {
    const { email, client } = await createMember(backend)
    expect((await client.auth.updateUser({ email: createTestVisitor().email })).error).toBeNull()
    return email
  },
  'about to become a member’s': async (backend) => {
    const { client } = await createMember(backend)
    const { email } = createTestVisitor()
    expect((await client.auth.updateUser({ email })).error).toBeNull()
    return email
  },
  erased: async (backend) => {
    const { email, user } = await createMember(backend)
    await admin(backend, `DELETE /admin/users/${user.id}`, { should_soft_delete: true })
    return email
  },
}

const freshPhone: Maker = async () => createRandomPhoneNumber()

const phones: Readonly<Record<string, Maker>> = {
  'signed up': async (backend) => {
    const phone = createRandomPhoneNumber()
    await post(backend, 'signup', { phone, password: createRandomPassword(), data: { name: 'Ada' } })
    return phone
  },
  'asked for a code': async (backend) => {
    const phone = createRandomPhoneNumber()
    await post(backend, 'otp', { phone })
    return phone
  },
  confirmed: async (backend) => {
    const phone = createRandomPhoneNumber()
    await admin(backend, 'POST /admin/users', { phone, phone_confirm: true, password: createRandomPassword() })
    return phone
  },
}

const challenge = createHash('sha256').update('a verifier').digest('base64url')
const pkce = { code_challenge: challenge, code_challenge_method: 's256' }

type Asked = readonly [path: string, body: object]

/** Every request that an unauthenticated client can send with an email address: all variants of each endpoint, including rejected ones. */
const askedWithEmail: readonly Asked[] = [
  ['signup', { password: 'a pass phrase of 5', data: { name: 'Eve', deep: { list: [1, null, true] } } }],
  ['signup', { password: 'a pass phrase of 5', ...pkce }],
  ['signup', { password: 'qwerty' }],
  ['signup', { password: 'a pass phrase of 5', data: { name: 'a'.repeat(5000) } }],
  ['signup', { password: 'a pass phrase of 5', data: { name: 'a\u0000b' } }],
  ['signup', { password: 'a pass phrase of 5', data: { '\ud800': 1 } }],
  ['signup', {}],
  ['otp', {}],
  ['otp', { data: { name: 'Eve' }, ...pkce }],
  ['otp', { data: { name: 'a'.repeat(5000) } }],
  ['otp', { data: { name: '\ud800' } }],
  ['magiclink', {}],
  ['magiclink', { data: { name: 'a\u0000b' } }],
  ['recover', {}],
  ['recover', pkce],
  ['resend', { type: 'signup' }],
  ['resend', { type: 'signup', ...pkce }],
  ['resend', { type: 'email_change' }],
  ['token?grant_type=password', { password: 'a wrong pass phrase' }],
  ['token?grant_type=password', { password: '' }],
  ...['signup', 'invite', 'magiclink', 'recovery', 'email', 'email_change', 'sms'].map(
    (type) => ['verify', { type, token: 'abcdef' }] as const,
  ),
]

const askedWithPhone: readonly Asked[] = [
  ['signup', { password: 'a pass phrase of 5', data: { name: 'Eve' } }],
  ['signup', { password: 'a pass phrase of 5', data: { name: 'a\u0000b' } }],
  ['otp', {}],
  ['otp', { data: { name: 'a'.repeat(5000) } }],
  ['resend', { type: 'sms' }],
  ['resend', { type: 'phone_change' }],
  ['token?grant_type=password', { password: 'a wrong pass phrase' }],
  ...['sms', 'phone_change', 'signup'].map((type) => ['verify', { type, token: 'abcdef' }] as const),
]

async function post(backend: TestBackend, path: string, body: object): Promise<void> {
  expect((await callAuth(backend, `POST /${path}`, { body })).status).toBe(200)
}

async function admin(backend: TestBackend, request: Parameters<typeof callAuth>[1], body: object): Promise<void> {
  expect((await callAuthAsAdmin(backend, request, { body })).status).toBe(200)
}

async function enter(backend: TestBackend, claims: object): Promise<void> {
  provider.register(backend.url)
  const id_token = await provider.idToken({ sub: crypto.randomUUID(), ...claims })
  await callAuth(backend, 'POST /token?grant_type=id_token', { body: { provider: 'google', id_token } })
}

function after(make: (backend: TestBackend, email: string) => Promise<void>): Maker {
  return async (backend) => {
    const { email } = createTestVisitor()
    await make(backend, email)
    return email
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/**
 * Formats a response for comparison. Replaces values that differ between any two requests (ids, times, the address) by a name and a
 * number; equal values get equal numbers. Keeps the order of the JSON fields.
 */
function formOf({ status, headers, body }: AuthServiceResponse, address: string): string {
  const seen: string[] = []
  const named = (form: string, value: string) => {
    if (!seen.includes(value)) seen.push(value)
    return `${form} ${seen.indexOf(value)}`
  }
  const form = JSON.stringify(body, (_key, value: ParsedJson) => {
    if (typeof value !== 'string') return value
    if (value === address || value === toStoredPhoneNumber(address)) return 'the address'
    if (UUID.test(value)) return named('uuid', value)
    return TIME.test(value) ? named('time', value) : value
  })
  const kept = [...headers].filter(([name]) => !['date', 'content-length', 'x-request-id'].includes(name))
  return `${status} ${form} ${kept.map(([name, value]) => `${name}: ${value}`).join(', ')}`
}

type Kinds = { field: 'email' | 'phone'; fresh: Maker; known: Readonly<Record<string, Maker>>; asked: readonly Asked[] }

/**
 * Sends every request for every account state, the states concurrently. Returns the responses that differ from the response for an
 * unknown address.
 */
async function differences(backend: TestBackend, { field, fresh, known, asked }: Kinds): Promise<string[]> {
  const formAt = async ([path, body]: Asked, address: string) =>
    formOf(await callAuth(backend, `POST /${path}`, { body: { [field]: address, ...body } }), address)
  const unknown = await Promise.all(asked.map(async (request) => formAt(request, await fresh(backend))))
  const found = await Promise.all(
    Object.entries(known).map(async ([kind, make]) => {
      const address = await make(backend)
      const differing: string[] = []
      for (const [index, request] of asked.entries()) {
        const form = await formAt(request, address)
        if (form !== unknown[index]) {
          differing.push(`${kind}: ${JSON.stringify(request)}\n  ${form}\nbut unknown:\n  ${unknown[index]}`)
        }
      }
      return differing
    }),
  )
  return found.flat()
}

test('auth responses to unauthenticated requests are identical for an unknown email address and one in any account state', async (backend) => {
  await pauseMailDelivery(backend)
  const kinds: Kinds = { field: 'email', fresh: freshEmail, known: emails, asked: askedWithEmail }
  expect(await differences(backend, kinds)).toEqual([])
})

test('auth responses to unauthenticated requests are identical for an unknown phone number and one in any account state', async (backend) => {
  const kinds: Kinds = { field: 'phone', fresh: freshPhone, known: phones, asked: askedWithPhone }
  expect(await differences(backend, kinds)).toEqual([])
})

test('the enumeration tests cover every unauthenticated auth endpoint that accepts an email address or phone number', async (backend) => {
  const taking = (await listFuzzedEndpoints()).flatMap(({ method, path, body }) => {
    const isAsked = path.startsWith('/auth/v1/') && (body?.includes('email') || body?.includes('phone'))
    return isAsked ? [{ method, path: path.slice('/auth/v1'.length).replace(/:\w+/g, crypto.randomUUID()) }] : []
  })
  expect(taking.length).toBeGreaterThan(8)
  const asked = new Set([...askedWithEmail, ...askedWithPhone].map(([path]) => `/${path.split('?')[0]}`))
  for (const { method, path } of taking) {
    if (asked.has(path)) continue
    const answer = await callAuth(backend, `${method} ${path}` as Parameters<typeof callAuth>[1], { body: {} })
    expect([method, path, ...readAuthError(answer).slice(0, 2)]).toEqual([method, path, 401, 'no_authorization'])
  }
})

test('create_user: false, an address change and a sign-in after sign-up reveal an existing account, as documented', async (backend) => {
  const member = await createMember(backend)
  const otp = (email: string) => callAuth(backend, 'POST /otp', { body: { email, create_user: false } })
  expect([(await otp(member.email)).status, (await otp(createTestVisitor().email)).status]).toEqual([200, 422])

  const { client } = await createMember(backend)
  expect((await client.auth.updateUser({ email: member.email })).error).toMatchObject({ code: 'email_exists' })

  const statusAfter = async (email: string) => {
    const password = createRandomPassword()
    await post(backend, 'signup', { email, password })
    const answer = await callAuth(backend, 'POST /token?grant_type=password', { body: { email, password } })
    return answer.body.error_code
  }
  expect(await statusAfter(member.email)).toBe('invalid_credentials')
  expect(await statusAfter(createTestVisitor().email)).toBe('email_not_confirmed')
})
