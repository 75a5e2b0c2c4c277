import { expect, test } from 'vitest'
import { SourceCount } from './source-count.ts'

test('a source gets as many places as the limit says, and other sources have their own', () => {
  const count = new SourceCount(2)
  expect(count.enter('192.0.2.1')).not.toBeNull()
  const leave = count.enter('192.0.2.1')
  expect(count.enter('192.0.2.1')).toBeNull()
  expect(count.enter('192.0.2.2')).not.toBeNull()
  leave?.()
  expect(count.enter('192.0.2.1')).not.toBeNull()
})

test('a place is given back once, however often it is left', () => {
  const count = new SourceCount(2)
  const leave = count.enter('192.0.2.1')
  count.enter('192.0.2.1')
  leave?.()
  leave?.()
  expect(count.enter('192.0.2.1')).not.toBeNull()
  expect(count.enter('192.0.2.1')).toBeNull()
})

test('a source with nothing open takes no memory, whatever it is called', () => {
  const count = new SourceCount(2)
  for (const source of ['__proto__', 'constructor', '']) count.enter(source)?.()
  expect(count.sources).toBe(0)
})
