import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  countSignupAttemptAddresses,
  countSignupAttemptIfAllowed,
  removeExpiredSignupAttempts,
  removeLastSignupAttempt,
} from './attempts.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})

afterEach(() => {
  removeExpiredSignupAttempts(Number.MAX_SAFE_INTEGER)
})

test('countSignupAttemptIfAllowed allows three sign-up attempts per email address in 15 minutes', {
  tags: ['R5.27', 'R9.3'],
}, () => {
  expect([1, 2, 3, 4, 5].map(() => countSignupAttemptIfAllowed('anna@example.com'))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test('countSignupAttemptIfAllowed counts the attempts of each email address separately', () => {
  for (let i = 0; i < 4; i++) countSignupAttemptIfAllowed('anna@example.com')
  expect(countSignupAttemptIfAllowed('ben@example.com')).toBe(true)
})

test('removeLastSignupAttempt reduces the attempt count of an email address by one', () => {
  for (let i = 0; i < 3; i++) countSignupAttemptIfAllowed('anna@example.com')
  removeLastSignupAttempt('anna@example.com')
  expect([1, 2].map(() => countSignupAttemptIfAllowed('anna@example.com'))).toEqual([true, false])
  removeLastSignupAttempt('ben@example.com')
  expect(countSignupAttemptAddresses()).toBe(1)
})

test('countSignupAttemptIfAllowed uses a sliding window of 15 minutes and does not count rejected attempts', {
  tags: ['R5.27'],
}, () => {
  for (const minute of [0, 5, 10]) expect(countSignupAttemptIfAllowed('anna@example.com', minute * MINUTE)).toBe(true)
  expect(countSignupAttemptIfAllowed('anna@example.com', 15 * MINUTE - 1)).toBe(false)
  expect(countSignupAttemptIfAllowed('anna@example.com', 15 * MINUTE)).toBe(true)
  expect(countSignupAttemptIfAllowed('anna@example.com', 15 * MINUTE)).toBe(false)
})

test('the sign-up rate limit removes expired email addresses every five minutes and stops its timer when none is left', {
  tags: ['R5.28', 'R9.4'],
}, () => {
  countSignupAttemptIfAllowed('anna@example.com')
  vi.advanceTimersByTime(10 * MINUTE)
  expect(countSignupAttemptAddresses()).toBe(1)
  vi.advanceTimersByTime(5 * MINUTE)
  expect(countSignupAttemptAddresses()).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})
