import { expect, test } from 'vitest'
import { parseOrderId } from './order-id.ts'

test('parseOrderId keeps only printable ASCII without spaces and truncates to 255 characters', () => {
  expect(parseOrderId('cs_test_a1B2c3-._~')).toBe('cs_test_a1B2c3-._~')
  expect(parseOrderId(' cs 1\r\n2é😀')).toBe('cs12')
  expect(parseOrderId('x'.repeat(300))).toBe('x'.repeat(255))
  expect(parseOrderId(' é')).toBe('')
})
