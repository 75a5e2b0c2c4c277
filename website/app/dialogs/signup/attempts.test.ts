import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allowAttempt, rememberedAddresses, returnAttempt, sweep } from './attempts.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})

afterEach(() => {
  sweep(Number.MAX_SAFE_INTEGER)
  vi.useRealTimers()
})

test('an address has three attempts in 15 minutes', () => {
  expect([1, 2, 3, 4, 5].map(() => allowAttempt('anna@example.com'))).toEqual([true, true, true, false, false])
})

test('another address is counted apart', () => {
  for (let i = 0; i < 4; i++) allowAttempt('anna@example.com')
  expect(allowAttempt('ben@example.com')).toBe(true)
})

test('an attempt that is given back does not count, and others do', () => {
  for (let i = 0; i < 3; i++) allowAttempt('anna@example.com')
  returnAttempt('anna@example.com')
  expect([1, 2].map(() => allowAttempt('anna@example.com'))).toEqual([true, false])
  returnAttempt('ben@example.com')
  expect(rememberedAddresses()).toBe(1)
})

test('the window slides: an attempt counts for 15 minutes, a refused one not at all', () => {
  for (const minute of [0, 5, 10]) expect(allowAttempt('anna@example.com', minute * MINUTE)).toBe(true)
  expect(allowAttempt('anna@example.com', 15 * MINUTE - 1)).toBe(false)
  expect(allowAttempt('anna@example.com', 15 * MINUTE)).toBe(true)
  expect(allowAttempt('anna@example.com', 15 * MINUTE)).toBe(false)
})

test('every five minutes the store forgets addresses whose attempts are over, and then stops sweeping', () => {
  allowAttempt('anna@example.com')
  vi.advanceTimersByTime(10 * MINUTE)
  expect(rememberedAddresses()).toBe(1)
  vi.advanceTimersByTime(5 * MINUTE)
  expect(rememberedAddresses()).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})
