import * as v from 'valibot'
import { expect, test } from 'vitest'
import { adminUserInputSchema, parseBanDuration } from './admin-input.ts'

const now = new Date('2026-03-05T12:00:00Z')
const ban = (ban_duration: string) => parseBanDuration(v.parse(adminUserInputSchema, { ban_duration }), now)

test.each([
  ['24h', 86_400],
  ['1h30m', 5_400],
  ['1.5h', 5_400],
  ['90s', 90],
  ['500ms', 0.5],
  ['876000h', 3_153_600_000],
])('an admin ban of %s ends after %d seconds', (duration, seconds) => {
  expect(ban(duration)).toEqual({ banned_until: new Date(now.getTime() + seconds * 1000) })
})

test('the ban duration "none" lifts a ban, and an empty ban duration changes nothing', () => {
  expect(ban('none')).toEqual({ banned_until: null })
  expect(ban('')).toEqual({})
})

test.each(['24', 'h', '24 h', '1d', '-1h', 'forever', `${'9'.repeat(30)}h`])(
  'the ban duration %j is refused',
  (duration) => {
    expect(() => ban(duration)).toThrow('invalid format for ban duration')
  },
)
