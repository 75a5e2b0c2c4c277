import { expect, test, vi } from 'vitest'
import { ClientNetworkCounter } from './client-network-counter.ts'

test('ClientNetworkCounter admits items up to the limit per client IP address, independent of other addresses', () => {
  const count = new ClientNetworkCounter(2)
  expect(count.enter('192.0.2.1')).not.toBeNull()
  const leave = count.enter('192.0.2.1')
  expect(count.enter('192.0.2.1')).toBeNull()
  expect(count.enter('192.0.2.2')).not.toBeNull()
  leave?.()
  expect(count.enter('192.0.2.1')).not.toBeNull()
})

test('releasing an item of ClientNetworkCounter twice frees only one place', () => {
  const count = new ClientNetworkCounter(2)
  const leave = count.enter('192.0.2.1')
  count.enter('192.0.2.1')
  leave?.()
  leave?.()
  expect(count.enter('192.0.2.1')).not.toBeNull()
  expect(count.enter('192.0.2.1')).toBeNull()
})

test('ClientNetworkCounter limits the total of all sources, and reports only refusals by this total limit', () => {
  const onFull = vi.fn<() => void>()
  const count = new ClientNetworkCounter(2, 3, onFull)
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

test('ClientNetworkCounter keeps no entry for a client IP address without open items', () => {
  const count = new ClientNetworkCounter(2)
  for (const source of ['__proto__', 'constructor', '']) count.enter(source)?.()
  expect([count.networks, count.all]).toEqual([0, 0])
})

/** Enters from each source until it is refused, and returns how many items all of them have. */
function fill(count: ClientNetworkCounter, sources: readonly string[]): number {
  let entered = 0
  for (const source of sources) while (count.enter(source) !== null) entered += 1
  return entered
}

const inOneNetwork = [
  ['IPv4 /24', (n: number) => `192.0.2.${n}`, 16],
  ['IPv6 /56', (n: number) => `2001:db8:1:7${n + 10}::/64`, 8],
  ['IPv6 /48', (n: number) => `2001:db8:1:${n + 10}00::/64`, 16],
] as const

test.each(inOneNetwork)('the sources of one %s have a multiple of the items of one source', (_, write, most) => {
  const count = new ClientNetworkCounter(2)
  expect(
    fill(
      count,
      Array.from({ length: 20 }, (__, n) => write(n)),
    ),
  ).toBe(most)
  expect(count.enter('198.51.100.1')).not.toBeNull()
  expect(count.enter('2001:db8:2:2::/64')).not.toBeNull()
})

test('a network gets at most half of what is left of the total, so that each later network still gets items, down to the last one', () => {
  const count = new ClientNetworkCounter(100, 60)
  const filled = Array.from({ length: 12 }, (_, n) => fill(count, [`10.0.${n}.1`]))
  expect(filled).toEqual([20, 13, 9, 6, 4, 3, 2, 1, 1, 1, 0, 0])
  expect(count.isFull).toBe(true)
})
