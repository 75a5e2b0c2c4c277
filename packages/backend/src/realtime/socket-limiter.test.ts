import { expect, test, vi } from 'vitest'
import { MessageRateLimiter } from './message-rate-limiter.ts'
import { SocketLimiter } from './socket-limiter.ts'

test('SocketLimiter limits the sockets per client IP address, and a released slot is available again', () => {
  const count = new SocketLimiter({ sockets: 10, socketsPerSource: 2 }, () => {})
  const leave = count.enter('192.0.2.1')
  expect(count.enter('192.0.2.1')).not.toBeNull()
  expect(count.enter('192.0.2.1')).toBeNull()
  expect(count.enter('192.0.2.2')).not.toBeNull()
  leave?.()
  expect(count.total).toBe(2)
  leave?.() // releasing the same slot again has no effect
  expect(count.total).toBe(2)
  expect(count.enter('192.0.2.1')).not.toBeNull()
  expect(count.enter('192.0.2.1')).toBeNull()
})

test('SocketLimiter limits the total number of sockets, and reports only refusals by this total limit', () => {
  const onFull = vi.fn<() => void>()
  const count = new SocketLimiter({ sockets: 3, socketsPerSource: 2 }, onFull)
  const places = ['x', 'x'].map((source) => count.enter(source))
  expect(count.enter('x')).toBeNull()
  expect(onFull).not.toHaveBeenCalled()
  for (const leave of places) leave?.()
  const left = ['a', 'b', 'c'].map((source) => count.enter(source))
  expect(left).not.toContain(null)
  expect(count.enter('d')).toBeNull()
  expect(onFull).toHaveBeenCalledTimes(1)
  left[0]?.()
  expect(count.enter('d')).not.toBeNull()
})

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
