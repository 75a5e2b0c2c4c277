import { expect, test, vi } from 'vitest'
import { formatShortage, formatWavePlan } from './format-plan.ts'
import { formatWaves } from './list.ts'
import type { RequestedPlan } from './request-plan.ts'
import type { WavePlan } from './wave-rows.ts'

const people = Array.from({ length: 10 }, (_, index) => ({
  name: `Ada ${index}`,
  email: `ada${index}@example.com`,
  created_at: '2026-03-05T10:20:30Z',
}))

const plan: WavePlan = {
  ...{ size: 25, invited: 0, is_started: false, eligible: 60, spots: 40, would_invite: 25, first: people },
  left_out: { invited: 0, flagged: 0, verified: 0, unreachable: 0, erased: 0 },
  unknown: [],
}

function requested(changes: Partial<WavePlan>, others: Partial<RequestedPlan> = {}): RequestedPlan {
  return {
    selection: { next: 25 },
    plan: { ...plan, ...changes },
    repeated: 0,
    settings: { isPaused: false, countsDown: false, perHour: 1000 },
    ...others,
  }
}

test('formatWavePlan shows the number, the spots that would be left, and the first ten people', () => {
  vi.stubEnv('TZ', 'UTC')
  const lines = formatWavePlan('spring', requested({})).split('\n')
  expect(lines[0]).toBe('The wave spring would invite 25 people. 15 spots would be left of 40.')
  expect(lines[2]).toMatch(/^Signed up +Address +Name$/)
  expect(lines[4]).toBe('Mar 5, 2026, 10:20 AM UTC  ada0@example.com  Ada 0')
  expect(lines.slice(13)).toEqual(['Mar 5, 2026, 10:20 AM UTC  ada9@example.com  Ada 9', 'and 15 more', ''])
  const one = { would_invite: 1, spots: 2, first: people.slice(0, 1), size: 3, invited: 2, is_started: true }
  expect(formatWavePlan(null, requested(one))).toMatch(
    /^The wave would invite 1 person\. 1 spot would be left of 2\.\nIt has invited 2 of 3 so far\.\n/,
  )
})

test('formatWavePlan says who is left out and why, which addresses did not sign up, and which settings matter', () => {
  const text = formatWavePlan(
    'spring',
    requested(
      {
        left_out: { invited: 3, flagged: 2, verified: 1, unreachable: 4, erased: 5 },
        unknown: Array.from({ length: 11 }, (_, index) => `x${index}@example.com`),
      },
      { repeated: 2, settings: { isPaused: true, countsDown: true, perHour: 10 } },
    ),
  )
  for (const part of [
    'Left out: 3 invited before.',
    'Left out: 2 to review first (signups list --flagged; --status flagged invites them).',
    'Left out: 1 with a verified payment',
    'Left out: 4 with an address that takes no email',
    'Left out: 5 erased, but restored by a backup',
    'Not signed up: 11 of the list: x0@example.com, ',
    'x9@example.com, …',
    'Repeated in the list: 2.',
    'ALL MAIL IS PAUSED',
    'New sign-ups take spots too.',
  ]) {
    expect(text).toContain(part)
  }
  expect(text).not.toContain('x10@')
})

test('formatShortage says whether spots or people are missing, and counts only the people of a list who can be invited', () => {
  const sent = (invited: number, spots: number, total = invited) => ({ invited, total, spots })
  expect(formatShortage(requested({}), sent(25, 0))).toEqual([])
  expect(formatShortage(requested({}), sent(20, 0))).toEqual(['Only 20 of 25, because there are no more spots.'])
  expect(formatShortage(requested({ eligible: 20 }), sent(20, 0))).toEqual([
    'Only 20 of 25, because nobody else can be invited.',
  ])
  expect(formatShortage(requested({}), sent(20, 3))).toEqual(['Only 20 of 25, because nobody else can be invited.'])
  expect(formatShortage(requested({}), sent(0, 0, 25)), 'another operator sent the rest').toEqual([])
  const list = requested({ size: 25, eligible: 8 }, { selection: { emails: [] } })
  expect(formatShortage(list, sent(8, 0))).toEqual([])
  expect(formatShortage(list, sent(5, 0))).toEqual(['Only 5 of 8, because there are no more spots.'])
})

test('formatWaves shows the progress of each wave, and whom it invites', () => {
  vi.stubEnv('TZ', 'UTC')
  const counts = { size: 25, invited: 20, sent: 12, waiting: 5, given_up: 2, erased: 1 }
  const created_at = '2026-03-05T10:20:30Z'
  const lines = formatWaves([
    { wave: 'spring', created_at, selection: { next: 25, since: created_at, until: created_at }, ...counts },
    { wave: 'buyers', created_at, selection: { next: 25, status: 'paid' }, ...counts },
    { wave: 'friends', created_at, selection: { list: 'abc' }, ...counts },
  ]).split('\n')
  expect(lines[0]).toMatch(/^Wave +Started +Who +Invited +Sent +Waiting +Given up +Erased$/)
  expect(lines[2]).toMatch(
    /^spring +Mar 5, 2026, 10:20 AM UTC +free and paid, since Mar 5, 2026, 10:20 AM UTC, until Mar 5, 2026, 10:20 AM UTC +20 of 25 +12 +5 +2 +1$/,
  )
  expect(lines[3]).toMatch(/ paid +20 of 25 /)
  expect(lines[4]).toMatch(/ a list +20 of 25 /)
  expect(formatWaves([])).toBe('There are no waves yet.')
})
