import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SignupResult } from '../../backend/signup.ts'
import { type PaymentWorld, receivePayment, sendUnsentPayment } from './payment-success.ts'
import { clearPendingUserData, readPendingUserData } from './pending-user-data.ts'
import { type BuyerRow, clearUnsentPayment, keepUnsentPayment, readUnsentPayment } from './unsent-payment.ts'

const pending = { name: ' Anna Berg ', email: 'Anna@Example.com', amount: 49 }
const row = { name: 'Anna Berg', email: 'anna@example.com', is_paid: true, amount: 49, order_id: 'cs_1' }

function aWorld(given: { result?: SignupResult; mailed?: boolean; left?: boolean } = {}) {
  const { result = { kind: 'saved' }, mailed = true, left = true } = given
  const asked: unknown[] = []
  let unsent: BuyerRow | null = null
  const world: PaymentWorld = {
    readPending: () => (left ? pending : null),
    clearPending: () => asked.push('clear'),
    keepUnsent: (kept) => void (unsent = kept),
    readUnsent: () => unsent,
    clearUnsent: () => void (unsent = null),
    async insertSignup(inserted) {
      asked.push(inserted)
      return result
    },
    async sendWelcome(notice) {
      asked.push(notice)
      return mailed
    },
  }
  return { world, asked }
}

let warnings: unknown[][] = []

beforeEach(() => {
  warnings = []
  vi.spyOn(console, 'warn').mockImplementation((...words) => void warnings.push(words))
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the record is kept, then the mail asked for, then what was left is cleared', async () => {
  const { world, asked } = aWorld()
  expect(await receivePayment('cs_1', world)).toMatchObject({
    name: 'Anna Berg',
    email: 'anna@example.com',
    amount: 49,
    orderId: 'cs_1',
  })
  expect(asked).toEqual([row, { type: 'welcome_paid', userData: row }, 'clear'])
  expect(warnings).toEqual([])
})

test('nothing left means nothing to do: a reload makes no second record', async () => {
  const { world, asked } = aWorld({ left: false })
  expect(await receivePayment('cs_1', world)).toBeNull()
  expect(asked).toEqual([])
})

test('a record or a mail that fails is a warning without personal data, and the welcome goes on', async () => {
  const result: SignupResult = { kind: 'invalid', reason: 'Missing required information' }
  const { world, asked } = aWorld({ result, mailed: false })
  expect(await receivePayment('cs_1', world)).toMatchObject({ orderId: 'cs_1' })
  expect(asked.at(-1)).toBe('clear')
  expect(warnings).toEqual([
    [`[payment] The early-access record was not saved: ${result.reason}`],
    ['[payment] The welcome email could not be sent.'],
  ])
})

test('a name or an address that no free sign-up may have is handed on as it can be stored', async () => {
  const odd = { name: ' Anna <Larsen>, MD\ud800\u0000 ', email: ' Test@TempMail.org\u0000', amount: 49 }
  const { world, asked } = aWorld()
  await receivePayment('cs 1\u00e9', { ...world, readPending: () => odd })
  expect(asked[0]).toEqual({ ...row, name: 'Anna Larsen, MD\ufffd', email: 'test@tempmail.org', order_id: 'cs1' })
})

test('a record that could not be kept is sent again while the page is open, and the mail asked for once', async () => {
  vi.useFakeTimers()
  for (const kind of ['unanswered', 'failed', 'taken', 'limited'] as const) {
    const { world, asked } = aWorld()
    const results: SignupResult[] = [{ kind, reason: '…' }, { kind, reason: '…' }, { kind: 'saved' }]
    const insertSignup = async (inserted: unknown) => {
      asked.push(inserted)
      return results.shift() ?? { kind: 'saved' as const }
    }
    const order = receivePayment('cs_1', { ...world, insertSignup })
    await vi.advanceTimersByTimeAsync(0)
    expect(await order).toMatchObject({ orderId: 'cs_1' }) // nobody waits for the second try
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toEqual([row, 'clear', row, row, { type: 'welcome_paid', userData: row }])
  }
  expect(warnings).toEqual(Array(4).fill(['[payment] The early-access record was not saved: …']))
})

test('a record that cannot be kept at all is given up with one warning', async () => {
  vi.useFakeTimers()
  const { world, asked } = aWorld({ result: { kind: 'failed', reason: 'Registration failed.' } })
  await Promise.all([receivePayment('cs_1', world), vi.advanceTimersByTimeAsync(30 * 60_000)])
  expect(asked.filter((each) => each === 'clear')).toHaveLength(1)
  expect(asked).toHaveLength(7 + 1 + 1)
  expect(warnings).toEqual([['[payment] The early-access record was not saved: Registration failed.']])
})

test('what was left and makes no sense is cleared, so that a reload does not meet it again', async () => {
  const { world, asked } = aWorld()
  const readPending = () => {
    throw new SyntaxError('Unexpected end of JSON input')
  }
  await expect(receivePayment('cs_1', { ...world, readPending })).rejects.toThrow(SyntaxError)
  expect(asked).toEqual(['clear'])
})

test('a server that does not answer holds the welcome back for five seconds only', async () => {
  vi.useFakeTimers()
  const { world } = aWorld()
  const order = receivePayment('cs_1', { ...world, insertSignup: () => new Promise(() => {}) })
  await vi.advanceTimersByTimeAsync(5000)
  expect(await order).toMatchObject({ orderId: 'cs_1' })
})

test('what was left before the payment is read under pending-user-data and cleared there', () => {
  const held = new Map([['pending-user-data', JSON.stringify(pending)]])
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    removeItem: (key: string) => held.delete(key),
  })
  expect(readPendingUserData()).toEqual(pending)
  clearPendingUserData()
  expect(readPendingUserData()).toBeNull()
})

test('an amount is read from a number or its text, and is null when it is neither', () => {
  const amounts = { '49': 49, '"49.00"': 49, '49.999': 50, '0': 0, '"0"': 0, '0.001': 0 }
  const none = ['-5', '1e999', '1e12', 'null', '"abc"', '""', 'true', '[49]'].map((text) => [text, null] as const)
  for (const [text, amount] of [...Object.entries(amounts), ...none]) {
    vi.stubGlobal('sessionStorage', { getItem: () => `{"name":"A","email":"b","amount":${text}}` })
    expect(readPendingUserData(), text).toEqual({ name: 'A', email: 'b', amount })
  }
  vi.stubGlobal('sessionStorage', { getItem: () => '{"name":"A","email":"b"}' })
  expect(readPendingUserData()).toEqual({ name: 'A', email: 'b', amount: null })
})

test('a buyer without an amount above 0 is stored with the order id, as the server refuses such a payment', async () => {
  const free = { name: 'Anna Berg', email: 'anna@example.com', is_paid: false, order_id: 'cs_1' }
  for (const amount of [0, null]) {
    const { world, asked } = aWorld()
    const order = receivePayment('cs_1', { ...world, readPending: () => ({ ...pending, amount }) })
    if (amount === null) await expect(order).rejects.toThrow('The amount cannot be read.')
    else expect(await order).toMatchObject({ amount: 0, orderId: 'cs_1' })
    expect(asked).toEqual([free, { type: 'welcome_free', userData: free }, 'clear'])
  }
})

test('a buyer without an amount whose address has signed up already is not sent again', async () => {
  const { world, asked } = aWorld({ result: { kind: 'taken', reason: '…' } })
  await receivePayment('cs_1', { ...world, readPending: () => ({ ...pending, amount: 0 }) })
  expect(asked).toHaveLength(3)
})

test('what cannot be made sense of is an error', () => {
  const odd = ['', '{', 'null', '[]', '{}', '"x"', '{"email":"b","amount":49}', '{"name":"A","amount":49}']
  for (const text of odd) {
    vi.stubGlobal('sessionStorage', { getItem: () => text })
    expect(() => readPendingUserData(), text).toThrow()
  }
})

test.each(['unanswered', 'failed', 'limited', 'taken'] as const)(
  'a record that stays %s until the page is closed is sent at the next visit, with its mail, and then forgotten',
  async (kind) => {
    vi.useFakeTimers()
    const { world, asked } = aWorld({ result: { kind, reason: '…' } })
    const order = receivePayment('cs_1', world)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(await order).toMatchObject({ orderId: 'cs_1' })
    expect(world.readUnsent()).toEqual(row)

    asked.length = 0
    await sendUnsentPayment({ ...world, insertSignup: async () => ({ kind: 'saved' }) })
    expect(asked).toEqual([{ type: 'welcome_paid', userData: row }])
    expect(world.readUnsent()).toBeNull()
    await sendUnsentPayment(world)
    expect(asked).toHaveLength(1)
  },
)

test('a record that the server has taken, or will never take, is not sent at the next visit', async () => {
  for (const result of [{ kind: 'saved' }, { kind: 'invalid', reason: '…' }] as const) {
    const { world } = aWorld({ result })
    await receivePayment('cs_1', world)
    expect(world.readUnsent()).toBeNull()
  }
})

test('an unsent record is kept in the local storage; one that makes no sense is cleared, and a browser without storage is no trouble', () => {
  const store = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  })
  expect(readUnsentPayment()).toBeNull()
  for (const kept of [row, { name: 'A', email: 'b', order_id: 'cs_1', is_paid: false }] as BuyerRow[]) {
    keepUnsentPayment(kept)
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
  keepUnsentPayment({ name: 'A', email: 'b', order_id: 'c', is_paid: false })
  expect(readUnsentPayment()).toBeNull()
  expect(clearUnsentPayment).not.toThrow()
})
