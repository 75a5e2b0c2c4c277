import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { decideRefreshTokenUse, findRefreshTokenDescendant, type RefreshTokenDecision } from './refresh-token.ts'

const now = new Date('2026-03-05T12:00:00Z')
const interval = 10

const ages = ['never', 'just now', 'within the interval', 'at its end', 'long ago'] as const
const relations = ['itself', 'its child', 'a later one', 'none'] as const
type Age = (typeof ages)[number]
type Relation = (typeof relations)[number]

const secondsAgo: Record<Exclude<Age, 'never'>, number> = {
  'just now': 0,
  'within the interval': 9.9,
  'at its end': 10,
  'long ago': 86_400,
}

/** The expected decision, keyed by when the presented refresh token was revoked and by which token of the session is the active one. */
const table: Record<Age, Record<Relation, RefreshTokenDecision>> = {
  never: { itself: 'rotate', 'its child': 'rotate', 'a later one': 'rotate', none: 'rotate' },
  'just now': { itself: 'repeat', 'its child': 'repeat', 'a later one': 'repeat', none: 'theft' },
  'within the interval': { itself: 'repeat', 'its child': 'repeat', 'a later one': 'repeat', none: 'theft' },
  'at its end': { itself: 'theft', 'its child': 'repeat', 'a later one': 'theft', none: 'theft' },
  'long ago': { itself: 'theft', 'its child': 'repeat', 'a later one': 'theft', none: 'theft' },
}

test.each(ages.flatMap((age) => relations.map((relation) => ({ age, relation }))))(
  'decideRefreshTokenUse() rotates, repeats or reports theft for a refresh token revoked $age, with $relation as the active token',
  ({ age, relation }) => {
    const revoked_at = age === 'never' ? null : new Date(now.getTime() - secondsAgo[age] * 1000)
    const presented = { token_hash: 'p', parent_hash: null, revoked: age !== 'never', revoked_at }
    const other = { parent_hash: 'x', revoked: false, revoked_at: null }
    const active = {
      itself: { ...other, token_hash: 'p' },
      'its child': { ...other, token_hash: 'c', parent_hash: 'p' },
      'a later one': { ...other, token_hash: 'g' },
      none: null,
    }[relation]
    expect(decideRefreshTokenUse(presented, active, { now, interval })).toBe(table[age][relation])
  },
)

test('with a refresh token reuse interval of 0, only the immediate child of a revoked token is returned again', () => {
  const presented = { token_hash: 'p', parent_hash: null, revoked: true, revoked_at: now }
  const child = { token_hash: 'c', parent_hash: 'p', revoked: false, revoked_at: null }
  expect(decideRefreshTokenUse(presented, child, { now, interval: 0 })).toBe('repeat')
  expect(decideRefreshTokenUse(presented, { ...child, parent_hash: 'x' }, { now, interval: 0 })).toBe('theft')
})

const derive = {
  next: (parent: string) => createHmac('sha256', 'key').update(parent).digest('base64url'),
  hash: (token: string) => createHash('sha256').update(token).digest('hex'),
}

test('the active refresh token can be derived from any of its ancestors, and from no other token', () => {
  const [first, second, third] = ['r0', derive.next('r0'), derive.next(derive.next('r0'))]
  const hash = derive.hash(third)
  expect(findRefreshTokenDescendant(hash, first, derive)).toBe(third)
  expect(findRefreshTokenDescendant(hash, second, derive)).toBe(third)
  expect(findRefreshTokenDescendant(hash, third, derive)).toBeNull()
  expect(findRefreshTokenDescendant(hash, 'somebody else', derive)).toBeNull()
})

test('the active refresh token can be derived from an ancestor up to 64 rotations earlier, but not 65', () => {
  const after = (uses: number) => Array.from({ length: uses }).reduce<string>(derive.next, 'r0')
  expect(findRefreshTokenDescendant(derive.hash(after(64)), 'r0', derive)).toBe(after(64))
  expect(findRefreshTokenDescendant(derive.hash(after(65)), 'r0', derive)).toBeNull()
})

test('a revoked refresh token without a revocation time is treated as revoked long ago', () => {
  const presented = { token_hash: 'p', parent_hash: null, revoked: true, revoked_at: null }
  const active = { token_hash: 'g', parent_hash: 'x', revoked: false, revoked_at: null }
  expect(decideRefreshTokenUse(presented, active, { now, interval })).toBe('theft')
})
