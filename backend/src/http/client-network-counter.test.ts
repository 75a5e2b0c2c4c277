import { expect, test } from 'vitest'
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

test('ClientNetworkCounter keeps no entry for a client IP address without open items', () => {
  const count = new ClientNetworkCounter(2)
  for (const source of ['__proto__', 'constructor', '']) count.enter(source)?.()
  expect(count.sources).toBe(0)
})
