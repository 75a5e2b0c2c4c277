import { formatCalendarDay } from '@site/ui/calendar-text.ts'
import { expect, test } from 'vitest'
import { createFreeOrder, createPaidOrder, parseOrderFromHistoryState } from './order-details.ts'

const person = { name: 'Anna Berg', email: 'anna@example.com' }

test('createFreeOrder returns the amount 0 and an order id with the last six digits of the timestamp', {
  tags: ['R1.5', 'R3.5', 'R3.6'],
}, () => {
  const now = new Date(1_700_000_123_456)
  expect(createFreeOrder(person, false, now)).toEqual({
    ...person,
    amount: 0,
    orderId: 'FREE-123456',
    date: formatCalendarDay(now, 'of the visitor'),
  })
})

test('createFreeOrder keeps leading zeros in the order id', { tags: ['R3.6'] }, () => {
  expect(createFreeOrder(person, false, new Date(1_700_000_000_042)).orderId).toBe('FREE-000042')
})

test('createPaidOrder returns the paid amount and uses the checkout session id as order id', {
  tags: ['R3.7', 'R4.16'],
}, () => {
  const now = new Date()
  expect(createPaidOrder({ ...person, amount: 49 }, 'cs_123', now)).toEqual({
    ...person,
    amount: 49,
    orderId: 'cs_123',
    date: formatCalendarDay(now, 'of the visitor'),
  })
})

test('parseOrderFromHistoryState returns the order from a history state that also has other properties', () => {
  for (const mustConfirm of [false, true]) {
    const order = createFreeOrder(person, mustConfirm)
    expect(parseOrderFromHistoryState({ orderDetails: order, dialogs: ['contact'] })).toEqual(order)
    expect(order.mustConfirm === true).toBe(mustConfirm)
  }
})

test('parseOrderFromHistoryState returns null for a history state without a valid order', () => {
  const order = createFreeOrder(person, false)
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
  for (const state of states) expect(parseOrderFromHistoryState(state), JSON.stringify(state)).toBeNull()
})
