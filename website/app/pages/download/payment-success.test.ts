import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SignupResult } from '../../backend/signup.ts'
import { type PaymentWorld, receivePayment } from './payment-success.ts'
import { clearPendingUserData, readPendingUserData } from './pending-user-data.ts'

const pending = { name: ' Anna Berg ', email: 'Anna@Example.com', amount: 49 }
const row = { name: 'Anna Berg', email: 'anna@example.com', is_paid: true, amount: 49, order_id: 'cs_1' }

function aWorld(given: { result?: SignupResult; mailed?: boolean; left?: boolean } = {}) {
  const { result = { kind: 'saved' }, mailed = true, left = true } = given
  const asked: unknown[] = []
  const world: PaymentWorld = {
    readPending: () => (left ? pending : null),
    clearPending: () => asked.push('clear'),
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
  const result: SignupResult = { kind: 'taken', reason: 'Email already registered' }
  const { world, asked } = aWorld({ result, mailed: false })
  expect(await receivePayment('cs_1', world)).toMatchObject({ orderId: 'cs_1' })
  expect(asked.at(-1)).toBe('clear')
  expect(warnings).toEqual([
    ['[payment] The early-access record was not saved: Email already registered'],
    ['[payment] The welcome email could not be sent.'],
  ])
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

test('what cannot be made sense of is an error', () => {
  const odd = ['', '{', 'null', '[]', '{}', '"x"', '{"name":"A","email":"b","amount":"49"}', '{"name":"A","amount":49}']
  for (const text of odd) {
    vi.stubGlobal('sessionStorage', { getItem: () => text })
    expect(() => readPendingUserData(), text).toThrow()
  }
})
