import { expect, test } from 'vitest'
import { ClientNetworkCounter } from './client-network-counter.ts'

test('each source may have as many open items as the limit allows, independent of other sources', () => {
  const count = new ClientNetworkCounter(2)
  expect(count.enter('192.0.2.1')).not.toBeNull()
  const leave = count.enter('192.0.2.1')
  expect(count.enter('192.0.2.1')).toBeNull()
  expect(count.enter('192.0.2.2')).not.toBeNull()
  leave?.()
  expect(count.enter('192.0.2.1')).not.toBeNull()
})

test('removing an item twice frees one place only', () => {
  const count = new ClientNetworkCounter(2)
  const leave = count.enter('192.0.2.1')
  count.enter('192.0.2.1')
  leave?.()
  leave?.()
  expect(count.enter('192.0.2.1')).not.toBeNull()
  expect(count.enter('192.0.2.1')).toBeNull()
})

test('a source without open items uses no memory', () => {
  const count = new ClientNetworkCounter(2)
  for (const source of ['__proto__', 'constructor', '']) count.enter(source)?.()
  expect(count.sources).toBe(0)
})
