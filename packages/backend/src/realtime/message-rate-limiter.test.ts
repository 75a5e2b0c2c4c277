import { expect, test } from 'vitest'
import { MessageRateLimiter } from './message-rate-limiter.ts'

test('MessageRateLimiter allows a burst of messages, then only the refill rate', () => {
  const rate = new MessageRateLimiter(3, 2, 0)
  expect([rate.take(0), rate.take(0), rate.take(0), rate.take(0)]).toEqual([true, true, true, false])
  expect([rate.take(500), rate.take(500)]).toEqual([true, false])
  expect(Array.from({ length: 5 }, () => rate.take(60_000))).toEqual([true, true, true, false, false])
})

test('MessageRateLimiter adds no tokens when the clock goes backwards', () => {
  const rate = new MessageRateLimiter(1, 1, 10_000)
  expect([rate.take(10_000), rate.take(5_000), rate.take(5_500)]).toEqual([true, false, false])
})
