import { expect, test } from 'vitest'
import { freeOrder, paidOrder, readOrderOfHistoryState } from './order-details.ts'

const person = { name: 'Anna Berg', email: 'anna@example.com' }

test('freeOrder returns the amount 0 and an order id with the last six digits of the timestamp', () => {
  const now = new Date(1_700_000_123_456)
  expect(freeOrder(person, now)).toEqual({
    ...person,
    amount: 0,
    orderId: 'FREE-123456',
    date: now.toLocaleDateString(),
  })
})

test('freeOrder keeps leading zeros in the order id', () => {
  expect(freeOrder(person, new Date(1_700_000_000_042)).orderId).toBe('FREE-000042')
})

test('paidOrder returns the paid amount and uses the checkout session id as order id', () => {
  const now = new Date()
  expect(paidOrder({ ...person, amount: 49 }, 'cs_123', now)).toEqual({
    ...person,
    amount: 49,
    orderId: 'cs_123',
    date: now.toLocaleDateString(),
  })
})

test('readOrderOfHistoryState returns the order from a history state that also has other properties', () => {
  const order = freeOrder(person)
  expect(readOrderOfHistoryState({ orderDetails: order, dialogs: ['contact'] })).toEqual(order)
})

test('readOrderOfHistoryState returns null for a history state without a valid order', () => {
  const order = freeOrder(person)
  const states = [
    null,
    undefined,
    'FREE-123456',
    7,
    [],
    {},
    { orderDetails: null },
    { orderDetails: 'x' },
    { orderDetails: { ...order, name: undefined } },
    { orderDetails: { ...order, amount: '0' } },
    { orderDetails: { ...order, email: ['anna@example.com'] } },
    order,
  ]
  for (const state of states) expect(readOrderOfHistoryState(state), JSON.stringify(state)).toBeNull()
})
