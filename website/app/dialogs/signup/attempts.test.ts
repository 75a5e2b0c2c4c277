import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allowAttempt, countRememberedAddresses, returnAttempt, sweep } from './attempts.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})

afterEach(() => {
  sweep(Number.MAX_SAFE_INTEGER)
  vi.useRealTimers()
})

test('allowAttempt allows three sign-up attempts per email address in 15 minutes', () => {
  expect([1, 2, 3, 4, 5].map(() => allowAttempt('anna@example.com'))).toEqual([true, true, true, false, false])
})

test('allowAttempt counts the attempts of each email address separately', () => {
  for (let i = 0; i < 4; i++) allowAttempt('anna@example.com')
  expect(allowAttempt('ben@example.com')).toBe(true)
})

test('returnAttempt reduces the attempt count of an email address by one', () => {
  for (let i = 0; i < 3; i++) allowAttempt('anna@example.com')
  returnAttempt('anna@example.com')
  expect([1, 2].map(() => allowAttempt('anna@example.com'))).toEqual([true, false])
  returnAttempt('ben@example.com')
  expect(countRememberedAddresses()).toBe(1)
})

test('allowAttempt uses a sliding window of 15 minutes and does not count rejected attempts', () => {
  for (const minute of [0, 5, 10]) expect(allowAttempt('anna@example.com', minute * MINUTE)).toBe(true)
  expect(allowAttempt('anna@example.com', 15 * MINUTE - 1)).toBe(false)
  expect(allowAttempt('anna@example.com', 15 * MINUTE)).toBe(true)
  expect(allowAttempt('anna@example.com', 15 * MINUTE)).toBe(false)
})

test('the sign-up rate limit removes expired email addresses every five minutes and stops its timer when none is left', () => {
  allowAttempt('anna@example.com')
  vi.advanceTimersByTime(10 * MINUTE)
  expect(countRememberedAddresses()).toBe(1)
  vi.advanceTimersByTime(5 * MINUTE)
  expect(countRememberedAddresses()).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})
