import { createClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'

const test = createCommonBackendTest()

const TOO_MANY = {
  status: 429,
  error: { code: 'PT429', message: 'Too Many Attempts: Please wait before trying again.', details: null, hint: null },
}

const BLOCKED = {
  status: 403,
  error: {
    code: 'PT403',
    message: 'Security Check Failed: Please contact support if you believe this is an error.',
    details: null,
    hint: null,
  },
}

function signUp(backend: TestBackend, row: Record<string, unknown>, userAgent = 'Mozilla/5.0') {
  const global = { headers: { 'user-agent': userAgent } }
  return createClient(backend.url, backend.publishableKey, { global, auth: { persistSession: false } })
    .from('early_access_users')
    .insert(row)
}

async function stored(backend: TestBackend, email: string) {
  const { data } = await backend.secretClient().from('early_access_users').select().eq('email', email.toLowerCase())
  return data ?? []
}

async function spots(backend: TestBackend): Promise<number> {
  const { data } = await backend.client().from('app_settings').select('value').eq('key', 'early_access_spots').single()
  return Number(data?.value)
}

test('a sign-up is stored with trimmed name and lower-case email address, and takes one spot', {
  tags: ['R3.1', 'R5.10', 'R5.14', 'R6.4', 'R7.3'],
}, async (backend) => {
  const visitor = createTestVisitor()
  // Sets the number of spots, because the tests can also run against a server whose spots are used up (tests/rehearsals/target.ts).
  await backend.secretClient().from('app_settings').update({ value: '500' }).eq('key', 'early_access_spots')
  const answer = await signUp(backend, {
    name: `  ${visitor.name} `,
    email: ` ${visitor.email.toUpperCase()} `,
    is_paid: false,
  })
  expect(answer).toMatchObject({ status: 201, data: null, error: null })
  expect(await stored(backend, visitor.email)).toMatchObject([{ ...visitor, is_paid: false, payment_verified: false }])
  expect(await spots(backend)).toBe(499)
})

test('a sign-up with an email address that is already stored, in any letter case, gets 409 with code 23505', {
  tags: ['R8.1'],
}, async (backend) => {
  const visitor = createTestVisitor()
  await signUp(backend, { ...visitor, is_paid: false })
  for (const email of [visitor.email, visitor.email.toUpperCase()]) {
    const answer = await signUp(backend, { ...visitor, email, is_paid: false })
    expect(answer).toMatchObject({ status: 409, error: { code: '23505' } })
  }
  expect(await stored(backend, visitor.email)).toHaveLength(1)
})

test('a sign-up without name or email address gets 400 with code 23502 before any other check', {
  tags: ['R8.3'],
}, async (backend) => {
  for (const row of [
    { name: createTestVisitor().name },
    { email: createTestVisitor().email },
    { name: null, email: null },
    {},
  ]) {
    expect(await signUp(backend, row)).toMatchObject({ status: 400, error: { code: '23502' } })
  }
})

const invalid: [row: Record<string, unknown>, message: string][] = [
  [{ name: '' }, 'Name is required'],
  [{ name: '   ' }, 'Name is required'],
  [{ name: 'Ada Byron '.repeat(11) }, 'Name too long'],
  [{ name: 'Ada 4 Lovelace' }, 'Name contains invalid characters'],
  [{ email: '' }, 'Email is required'],
  [{ email: 'no address' }, 'Invalid email format'],
  [{ email: `${'a'.repeat(250)}@example.com` }, 'Email too long'],
  [{ email: 'ada@10minutemail.com' }, 'Email domain not allowed'],
  [{ is_paid: true, order_id: 'cs_1' }, 'Invalid payment amount for paid user'],
  [{ is_paid: true, amount: 0, order_id: 'cs_1' }, 'Invalid payment amount for paid user'],
]

test('a sign-up that violates a validation rule gets 400 with the message of that rule', {
  tags: ['R5.1', 'R5.2', 'R5.3', 'R5.5', 'R5.6', 'R5.15'],
}, async (backend) => {
  for (const [row, message] of invalid) {
    const visitor = createTestVisitor()
    const answer = await signUp(backend, { ...visitor, is_paid: false, ...row })
    expect(answer, JSON.stringify(row)).toMatchObject({ status: 400, error: { code: '23514', message } })
    expect(await stored(backend, visitor.email)).toEqual([])
  }
})

test('a sign-up with a script user agent or a suspicious name or email address gets 403 with the security message', {
  tags: ['R5.17', 'R5.28', 'R8.7'],
}, async (backend) => {
  const { name, email } = createTestVisitor()
  expect(await signUp(backend, { name, email }, 'curl/8.9.1')).toMatchObject(BLOCKED)
  expect(await signUp(backend, { name: 'Spam Factory', email: createTestVisitor().email })).toMatchObject(BLOCKED)
  expect(await signUp(backend, { name: createTestVisitor().name, email: 'ab@example.com' })).toMatchObject(BLOCKED)
  expect(await stored(backend, email)).toEqual([])
})

test('a paid sign-up is stored as unverified, and a second sign-up with its order id gets 409', {
  tags: ['R3.2', 'R7.4'],
}, async (backend) => {
  const visitor = createTestVisitor()
  const order = { is_paid: true, amount: 49, order_id: `cs_${crypto.randomUUID()}` }
  expect(await signUp(backend, { ...visitor, ...order })).toMatchObject({ status: 201 })
  expect(await stored(backend, visitor.email)).toMatchObject([{ ...order, payment_verified: false }])
  expect(await signUp(backend, { ...createTestVisitor(), ...order })).toMatchObject({
    status: 409,
    error: { code: '23505' },
  })
})

test('a sign-up that sets a column other than name, email and payment gets 401 with code 42501', async (backend) => {
  const forbidden = {
    id: crypto.randomUUID(),
    created_at: '2020-01-01',
    payment_verified: true,
    consent_wording: 'none',
    consent_at: '2020-01-01',
    consent_form: 'none',
  }
  for (const [column, value] of Object.entries(forbidden)) {
    const answer = await signUp(backend, { ...createTestVisitor(), [column]: value })
    expect(answer, column).toMatchObject({ status: 401, error: { code: '42501' } })
  }
})

test('a fourth sign-up attempt for an email address within fifteen minutes gets 429, even if the first three were rejected', {
  tags: ['R5.27', 'R5.28', 'R8.6'],
}, async (backend) => {
  const { name, email } = createTestVisitor()
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect(await signUp(backend, { name: 'Spam Factory', email })).toMatchObject(BLOCKED)
  }
  expect(await signUp(backend, { name, email: email.toUpperCase() })).toMatchObject(TOO_MANY)
  expect(await stored(backend, email)).toEqual([])
})
