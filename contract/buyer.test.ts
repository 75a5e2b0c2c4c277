import { expect, test } from 'vitest'
import { toStoredBuyer } from './buyer.ts'
import { BUYER_TEST_VECTORS } from './buyer-vectors.ts'
import { parseOrderId } from './order-id.ts'

test.each(BUYER_TEST_VECTORS)('toStoredBuyer stores the buyer $input as $outcome', ({ input, outcome }) => {
  expect(toStoredBuyer(input)).toEqual(outcome)
})

test('toStoredBuyer is idempotent: it returns the name and address of a stored buyer unchanged', () => {
  for (const { outcome } of BUYER_TEST_VECTORS) {
    const { name, email } = toStoredBuyer(outcome)
    expect({ name, email }).toEqual({ name: outcome.name, email: outcome.email })
  }
})

test('parseOrderId keeps only printable ASCII without spaces and truncates to 255 characters', () => {
  expect(parseOrderId('cs_test_a1B2c3-._~')).toBe('cs_test_a1B2c3-._~')
  expect(parseOrderId(' cs 1\r\n2é😀')).toBe('cs12')
  expect(parseOrderId('x'.repeat(300))).toBe('x'.repeat(255))
  expect(parseOrderId(' é')).toBe('')
})
