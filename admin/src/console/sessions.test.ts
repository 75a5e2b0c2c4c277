import { expect, test } from 'vitest'
import { createSessions } from './sessions.ts'

test('the one-time token opens one session, and null is returned for a wrong or used token', () => {
  const sessions = createSessions()
  expect(sessions.open(`${sessions.token}x`)).toBeNull()
  expect(sessions.open('')).toBeNull()
  const opened = sessions.open(sessions.token)
  expect(opened).toEqual({
    cookie: expect.stringMatching(/^[\w-]{43}$/),
    pageKey: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(sessions.open(sessions.token)).toBeNull()
})

test('isOpen needs both the cookie and the page key of the session, and refuses those of another console', () => {
  const sessions = createSessions()
  expect(sessions.isOpen('', '')).toBe(false)
  const opened = sessions.open(sessions.token)
  const other = createSessions()
  const foreign = other.open(other.token)
  expect(sessions.isOpen(opened?.cookie, opened?.pageKey)).toBe(true)
  expect(sessions.hasCookie(opened?.cookie)).toBe(true)
  for (const [cookie, key] of [
    [opened?.cookie, undefined],
    [undefined, opened?.pageKey],
    [opened?.pageKey, opened?.cookie],
    [foreign?.cookie, foreign?.pageKey],
    [sessions.token, sessions.token],
  ]) {
    expect(sessions.isOpen(cookie, key)).toBe(false)
  }
  expect(sessions.hasCookie(foreign?.cookie)).toBe(false)
})

test.each([
  ['an hour without a request', 61, 61],
  ['twelve hours, although it is used', 30, 12 * 60 + 1],
])('a session ends after %s', (_, pauseMinutes, totalMinutes) => {
  let minutes = 0
  const sessions = createSessions(() => minutes * 60_000)
  const opened = sessions.open(sessions.token)
  const isOpen = () => sessions.isOpen(opened?.cookie, opened?.pageKey)
  while (minutes + pauseMinutes < totalMinutes) {
    minutes += pauseMinutes
    expect(isOpen(), `after ${minutes} minutes`).toBe(true)
  }
  minutes = totalMinutes
  expect([sessions.hasCookie(opened?.cookie), isOpen()]).toEqual([false, false])
  minutes -= 1
  expect(isOpen(), 'an ended session stays ended').toBe(false)
  expect(sessions.open(sessions.token)).toBeNull()
})

test('requests for frames, which need no page key, do not keep a session open', () => {
  let minutes = 0
  const sessions = createSessions(() => minutes * 60_000)
  const opened = sessions.open(sessions.token)
  for (; minutes <= 60; minutes += 10) expect(sessions.hasCookie(opened?.cookie)).toBe(true)
  expect(sessions.hasCookie(opened?.cookie)).toBe(false)
})
