import { CONVERTED_EMAIL_VECTORS } from '@site/contract/validation-vectors'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SignupInsertResult } from '../../backend/signup.ts'
import {
  clearPendingUserData,
  clearUnsentPayment,
  readPendingUserData,
  readUnsentPayment,
  storeUnsentPayment,
  type UnsentBuyerRow,
} from './payment-records.ts'
import { handlePaymentReturn, type PaymentDependencies, sendUnsentPayment } from './payment-success.ts'

const pending = { name: ' Anna Berg ', email: 'Anna@Example.com', amount: 49 }
const row = { name: 'Anna Berg', email: 'anna@example.com', is_paid: true, amount: 49, order_id: 'cs_1' }

function fakeDependencies(given: { result?: SignupInsertResult; mailed?: boolean; left?: boolean } = {}) {
  const { result = { kind: 'saved' }, mailed = true, left = true } = given
  const calls: unknown[] = []
  let unsent: UnsentBuyerRow | null = null
  const dependencies: PaymentDependencies = {
    readPending: () => (left ? pending : null),
    clearPending: () => calls.push('clear'),
    keepUnsent: (kept) => void (unsent = kept),
    readUnsent: () => unsent,
    clearUnsent: () => void (unsent = null),
    async insertSignup(inserted) {
      calls.push(inserted)
      return result
    },
    async sendWelcome(notice) {
      calls.push(notice)
      return mailed
    },
  }
  return { dependencies, calls }
}

let warnings: unknown[][] = []

beforeEach(() => {
  warnings = []
  vi.spyOn(console, 'warn').mockImplementation((...words) => void warnings.push(words))
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('handlePaymentReturn stores the payment record, requests the welcome email and clears the pending data, in this order', {
  tags: ['R3.2', 'R3.12', 'R4.16', 'R4.17', 'R7.4'],
}, async () => {
  const { dependencies, calls } = fakeDependencies()
  expect(await handlePaymentReturn('cs_1', dependencies)).toMatchObject({
    name: 'Anna Berg',
    email: 'anna@example.com',
    amount: 49,
    orderId: 'cs_1',
  })
  expect(calls).toEqual([row, { type: 'welcome_paid', userData: row }, 'clear'])
  expect(warnings).toEqual([])
})

test('handlePaymentReturn returns null and stores no payment record when there is no pending data', async () => {
  const { dependencies, calls } = fakeDependencies({ left: false })
  expect(await handlePaymentReturn('cs_1', dependencies)).toBeNull()
  expect(calls).toEqual([])
})

test('handlePaymentReturn returns the order although record and email fail, and logs warnings without personal data', {
  tags: ['R8.1', 'R8.18', 'R8.19'],
}, async () => {
  const result: SignupInsertResult = { kind: 'invalid', reason: 'Missing required information' }
  const { dependencies, calls } = fakeDependencies({ result, mailed: false })
  expect(await handlePaymentReturn('cs_1', dependencies)).toMatchObject({ orderId: 'cs_1' })
  expect(calls.at(-1)).toBe('clear')
  expect(warnings).toEqual([
    [`[payment] The early-access record was not saved: ${result.reason}`],
    ['[payment] The welcome email could not be sent.'],
  ])
})

test('handlePaymentReturn sanitises a name or email address that the free sign-up would reject, and stores the record', async () => {
  const odd = { name: ' Anna <Larsen>, MD\ud800\u0000 ', email: ' Test@TempMail.org\u0000', amount: 49 }
  const { dependencies, calls } = fakeDependencies()
  await handlePaymentReturn('cs 1\u00e9', { ...dependencies, readPending: () => odd })
  expect(calls[0]).toEqual({ ...row, name: 'Anna Larsen, MD\ufffd', email: 'test@tempmail.org', order_id: 'cs1' })
})

test('handlePaymentReturn stores an internationalised or pasted email address in its ASCII form', async () => {
  for (const { input, outcome } of CONVERTED_EMAIL_VECTORS) {
    const { dependencies, calls } = fakeDependencies()
    await handlePaymentReturn('cs_1', { ...dependencies, readPending: () => ({ ...pending, email: input }) })
    expect(calls[0]).toEqual({ ...row, email: outcome })
  }
})

test('handlePaymentReturn retries a payment record that could not be stored, and requests the welcome email only once', async () => {
  vi.useFakeTimers()
  for (const kind of ['unanswered', 'failed', 'taken', 'limited'] as const) {
    const { dependencies, calls } = fakeDependencies()
    const results: SignupInsertResult[] = [{ kind, reason: '…' }, { kind, reason: '…' }, { kind: 'saved' }]
    const insertSignup = async (inserted: unknown) => {
      calls.push(inserted)
      return results.shift() ?? { kind: 'saved' as const }
    }
    const order = handlePaymentReturn('cs_1', { ...dependencies, insertSignup })
    await vi.advanceTimersByTimeAsync(0)
    expect(await order).toMatchObject({ orderId: 'cs_1' }) // the function resolves with the order without waiting for the retries
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls).toEqual([row, 'clear', row, row, { type: 'welcome_paid', userData: row }])
  }
  expect(warnings).toEqual(Array(4).fill(['[payment] The early-access record was not saved: …']))
})

test('handlePaymentReturn stops after six retries and logs only one warning when the server always rejects the payment record', async () => {
  vi.useFakeTimers()
  const { dependencies, calls } = fakeDependencies({ result: { kind: 'failed', reason: 'Registration failed.' } })
  await Promise.all([handlePaymentReturn('cs_1', dependencies), vi.advanceTimersByTimeAsync(30 * 60_000)])
  expect(calls.filter((each) => each === 'clear')).toHaveLength(1)
  expect(calls).toHaveLength(7 + 1 + 1)
  expect(warnings).toEqual([['[payment] The early-access record was not saved: Registration failed.']])
})

test('handlePaymentReturn clears invalid pending data, so that a page reload does not fail again', async () => {
  const { dependencies, calls } = fakeDependencies()
  const readPending = () => {
    throw new SyntaxError('Unexpected end of JSON input')
  }
  await expect(handlePaymentReturn('cs_1', { ...dependencies, readPending })).rejects.toThrow(SyntaxError)
  expect(calls).toEqual(['clear'])
})

test('handlePaymentReturn returns the order after five seconds when the server does not respond', async () => {
  vi.useFakeTimers()
  const { dependencies } = fakeDependencies()
  const order = handlePaymentReturn('cs_1', { ...dependencies, insertSignup: () => new Promise(() => {}) })
  await vi.advanceTimersByTimeAsync(5000)
  expect(await order).toMatchObject({ orderId: 'cs_1' })
})

test('readPendingUserData and clearPendingUserData use the session storage key pending-user-data', {
  tags: ['R3.8'],
}, () => {
  const held = new Map([['pending-user-data', JSON.stringify(pending)]])
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    removeItem: (key: string) => held.delete(key),
  })
  expect(readPendingUserData()).toEqual(pending)
  clearPendingUserData()
  expect(readPendingUserData()).toBeNull()
})

test('readPendingUserData parses the amount from a number or numeric string, and returns null for any other amount', () => {
  const amounts = { '49': 49, '"49.00"': 49, '49.999': 50, '0': 0, '"0"': 0, '0.001': 0 }
  const none = ['-5', '1e999', '1e12', 'null', '"abc"', '""', 'true', '[49]'].map((text) => [text, null] as const)
  for (const [text, amount] of [...Object.entries(amounts), ...none]) {
    vi.stubGlobal('sessionStorage', { getItem: () => `{"name":"A","email":"b","amount":${text}}` })
    expect(readPendingUserData(), text).toEqual({ name: 'A', email: 'b', amount })
  }
  vi.stubGlobal('sessionStorage', { getItem: () => '{"name":"A","email":"b"}' })
  expect(readPendingUserData()).toEqual({ name: 'A', email: 'b', amount: null })
})

test('handlePaymentReturn stores a buyer with the amount 0 or null as an unpaid sign-up with the order id', async () => {
  const free = { name: 'Anna Berg', email: 'anna@example.com', is_paid: false, order_id: 'cs_1' }
  for (const amount of [0, null]) {
    const { dependencies, calls } = fakeDependencies()
    const order = handlePaymentReturn('cs_1', { ...dependencies, readPending: () => ({ ...pending, amount }) })
    if (amount === null) await expect(order).rejects.toThrow('The amount cannot be read.')
    else expect(await order).toMatchObject({ amount: 0, orderId: 'cs_1' })
    expect(calls).toEqual([free, { type: 'welcome_free', userData: free }, 'clear'])
  }
})

test('handlePaymentReturn does not retry a buyer with the amount 0 whose email address is already registered', async () => {
  const { dependencies, calls } = fakeDependencies({ result: { kind: 'taken', reason: '…' } })
  await handlePaymentReturn('cs_1', { ...dependencies, readPending: () => ({ ...pending, amount: 0 }) })
  expect(calls).toHaveLength(3)
})

test('readPendingUserData returns an empty name or email address for a missing one', () => {
  for (const [text, data] of [
    ['{"email":"b","amount":49}', { name: '', email: 'b', amount: 49 }],
    ['{"name":7,"email":"b","amount":49}', { name: '', email: 'b', amount: 49 }],
    ['{"name":"A","email":null,"amount":49}', { name: 'A', email: '', amount: 49 }],
  ] as const) {
    vi.stubGlobal('sessionStorage', { getItem: () => text })
    expect(readPendingUserData()).toEqual(data)
  }
})

test('handlePaymentReturn stores the buyer’s data unsanitised when a function that sanitises it is missing', async () => {
  const { dependencies, calls } = fakeDependencies()
  vi.spyOn(String.prototype, 'normalize').mockImplementation(() => {
    throw new TypeError('normalize is not a function')
  })
  await handlePaymentReturn('cs_1', dependencies)
  expect(calls[0]).toEqual({ ...row, name: pending.name })
})

test('readPendingUserData throws for malformed data and for data without name, email address and amount', () => {
  const odd = ['', '{', 'null', '[]', '{}', '"x"']
  for (const text of odd) {
    vi.stubGlobal('sessionStorage', { getItem: () => text })
    expect(() => readPendingUserData(), text).toThrow()
  }
})

test.each(['unanswered', 'failed', 'limited', 'taken'] as const)(
  'a payment record whose insert stays %s is kept and sent with its welcome email at the next visit, then removed',
  async (kind) => {
    vi.useFakeTimers()
    const { dependencies, calls } = fakeDependencies({ result: { kind, reason: '…' } })
    const order = handlePaymentReturn('cs_1', dependencies)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(await order).toMatchObject({ orderId: 'cs_1' })
    expect(dependencies.readUnsent()).toEqual(row)

    calls.length = 0
    await sendUnsentPayment({ ...dependencies, insertSignup: async () => ({ kind: 'saved' }) })
    expect(calls).toEqual([{ type: 'welcome_paid', userData: row }])
    expect(dependencies.readUnsent()).toBeNull()
    await sendUnsentPayment(dependencies)
    expect(calls).toHaveLength(1)
  },
)

test('a payment record that was stored or permanently rejected is not kept for the next visit', async () => {
  for (const result of [{ kind: 'saved' }, { kind: 'invalid', reason: '…' }] as const) {
    const { dependencies } = fakeDependencies({ result })
    await handlePaymentReturn('cs_1', dependencies)
    expect(dependencies.readUnsent()).toBeNull()
  }
})

test('unsent payment records are kept in local storage; invalid ones are removed, and blocked storage throws no error', () => {
  const store = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  })
  expect(readUnsentPayment()).toBeNull()
  for (const kept of [row, { name: 'A', email: 'b', order_id: 'cs_1', is_paid: false }] as UnsentBuyerRow[]) {
    storeUnsentPayment(kept)
    expect([...store.keys()]).toEqual(['unsent-payment'])
    expect(readUnsentPayment()).toEqual(kept)
  }
  clearUnsentPayment()
  expect(store.size).toBe(0)
  for (const odd of ['{', '{}', '{"name":"A","email":"b","order_id":"c","is_paid":true}']) {
    store.set('unsent-payment', odd)
    expect([readUnsentPayment(), store.size], odd).toEqual([null, 0])
  }
  vi.stubGlobal('localStorage', undefined)
  storeUnsentPayment({ name: 'A', email: 'b', order_id: 'c', is_paid: false })
  expect(readUnsentPayment()).toBeNull()
  expect(clearUnsentPayment).not.toThrow()
})
