import { expect, test } from 'vitest'
import { asStoredBuyer } from './buyer.ts'
import { BUYER_VECTORS } from './buyer-vectors.ts'
import { asOrderId } from './order-id.ts'

test.each(BUYER_VECTORS)('buyer $input: $outcome', ({ input, outcome }) => {
  expect(asStoredBuyer(input)).toEqual(outcome)
})

test('what is stored of a buyer is stored the same again', () => {
  for (const { outcome } of BUYER_VECTORS) {
    const { name, email } = asStoredBuyer(outcome)
    expect({ name, email }).toEqual({ name: outcome.name, email: outcome.email })
  }
})

test('an order id keeps what a payment provider writes, and nothing that could not be stored', () => {
  expect(asOrderId('cs_test_a1B2c3-._~')).toBe('cs_test_a1B2c3-._~')
  expect(asOrderId(' cs 1\r\n2é😀')).toBe('cs12')
  expect(asOrderId('x'.repeat(300))).toBe('x'.repeat(255))
  expect(asOrderId(' é')).toBe('')
})
