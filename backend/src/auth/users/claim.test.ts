import { expect, test } from 'vitest'
import { type Claim, claimOfCode, claimOfIdentity, claimOfRecovery, claimOfSignUp, type Kept, keptBy } from './claim.ts'

type Actor = 'stranger' | 'owner'
type Request = `${Actor} signs up` | 'stranger comes by a provider' | `${Actor} asks for a code` | 'recovery asked for'

const requests: readonly Request[] = [
  'stranger signs up',
  'owner signs up',
  'stranger comes by a provider',
  'stranger asks for a code',
  'owner asks for a code',
  'recovery asked for',
]

/** The claim after one more request. An account that exists is not made again by a provider that vouches for nothing. */
function after(before: Claim | null, request: Request): Claim | null {
  const actor = request.startsWith('owner') ? 'owner' : 'stranger'
  if (request === 'recovery asked for') return before === null ? null : claimOfRecovery(before)
  if (request === 'stranger comes by a provider') return before ?? claimOfIdentity("the stranger's", actor)
  if (request.endsWith('asks for a code')) return claimOfCode(before, actor)
  const passwordHash = `the ${actor}'s`
  return claimOfSignUp(before, {
    passwordHash,
    sourceKey: actor,
    repeatsPassword: before?.passwordHash === passwordHash,
  })
}

/** Every sequence of up to `length` requests. */
function sequences(length: number): Request[][] {
  if (length === 0) return [[]]
  const shorter = sequences(length - 1)
  const longest = shorter.filter((sequence) => sequence.length === length - 1)
  return [...shorter, ...longest.flatMap((sequence) => requests.map((request) => [...sequence, request]))]
}

const all = sequences(5).map((sequence) => ({ sequence, claim: sequence.reduce<Claim | null>(after, null) }))
const claimed = all.flatMap(({ sequence, claim }) => (claim === null ? [] : [{ sequence, claim }]))
const nothing: Kept = { passwordHash: null, identityId: null, profile: false }

test('a recovery leaves nothing of any claim', () => {
  for (const { claim } of claimed)
    expect(keptBy(claim, { by: 'recovery', sourceKey: claim.sourceKey })).toEqual(nothing)
})

test('what a stranger chose is kept only where the owner asked for nothing and nobody asked for a recovery', () => {
  for (const { sequence, claim } of claimed) {
    const kept = keptBy(claim, { by: 'confirmation', sourceKey: 'owner' })
    const isStrangers = `${kept.passwordHash}${kept.identityId}`.includes('stranger')
    const made = sequence.findIndex((request) => request !== 'recovery asked for')
    const isOthers = (request: Request) => request === 'recovery asked for' || request.startsWith('owner')
    if (isStrangers) expect([sequence, sequence.slice(made).some(isOthers)]).toEqual([sequence, false])
  }
})

test("the owner's latest sign-up keeps its password when its message is answered from where it came", () => {
  for (const { sequence, claim } of claimed) {
    if (sequence.at(-1) !== 'owner signs up') continue
    const earlier = sequence.slice(0, -1)
    const isRepeated = earlier.includes('owner signs up')
    const kept = keptBy(claim, { by: 'confirmation', sourceKey: 'owner' })
    if (!isRepeated) expect([sequence, kept.passwordHash]).toEqual([sequence, "the owner's"])
    expect(kept.profile).toBe(true)
  }
})

test('a request without a password voids the one before it, also when that is chosen again', () => {
  for (const actor of ['stranger', 'owner'] as const) {
    for (const request of ['owner asks for a code', 'recovery asked for'] as const) {
      const claim = ([`${actor} signs up`, request, `${actor} signs up`] as const).reduce<Claim | null>(after, null)
      expect(claim).toMatchObject({ voided: true })
      if (claim !== null) expect(keptBy(claim, { by: 'confirmation', sourceKey: actor }).passwordHash).toBeNull()
    }
  }
})

test('one sign-up, repeated or not, is confirmed from anywhere, and by an operator', () => {
  for (const sequence of [['owner signs up'], ['owner signs up', 'owner signs up']] as const) {
    const claim = sequence.reduce<Claim | null>(after, null)
    if (claim === null) throw new Error('A sign-up makes a claim.')
    const kept = { passwordHash: "the owner's", identityId: null, profile: true }
    expect(keptBy(claim, { by: 'confirmation', sourceKey: 'a phone elsewhere' })).toEqual(kept)
    expect(keptBy(claim, { by: 'operator' })).toEqual(kept)
  }
})

test('an operator confirms nothing that two asked for', () => {
  const claim = (['stranger signs up', 'owner signs up'] as const).reduce<Claim | null>(after, null)
  expect(claim === null ? null : keptBy(claim, { by: 'operator' })).toEqual(nothing)
})

test("a provider's identity is kept only where the mail is opened from where it came", () => {
  const claim = claimOfIdentity('theirs', 'a place')
  expect(keptBy(claim, { by: 'confirmation', sourceKey: 'a place' }).identityId).toBe('theirs')
  expect(keptBy(claim, { by: 'confirmation', sourceKey: 'elsewhere' })).toEqual(nothing)
})

test('an address is contested once it was asked for again otherwise, and only then', () => {
  const signUp = { passwordHash: 'a', sourceKey: 'here', repeatsPassword: false }
  const first = claimOfSignUp(null, signUp)
  expect(first).toEqual({
    ...{ passwordHash: 'a', identityId: null, sourceKey: 'here', contested: false, voided: false },
  })
  expect(claimOfSignUp(first, { ...signUp, sourceKey: 'there', repeatsPassword: true })).toEqual({
    ...first,
    sourceKey: 'there',
  })
  expect(claimOfSignUp(null, { ...signUp, repeatsPassword: true })).toEqual(first)
  expect(claimOfSignUp(first, { ...signUp, passwordHash: 'b' })).toMatchObject({ passwordHash: 'b', contested: true })
  const asked = { identityId: null, sourceKey: 'there', voided: true }
  expect(claimOfCode(null, 'there')).toEqual({ ...asked, passwordHash: null, contested: false })
  expect(claimOfCode(first, 'there')).toEqual({ ...asked, passwordHash: 'a', contested: true })
  expect(claimOfRecovery(first)).toEqual({ ...first, contested: true, voided: true })
})

test('of a voided claim the profile stays, unless others asked for the address too', () => {
  const profile = { passwordHash: null, identityId: null, profile: true }
  expect(keptBy(claimOfCode(null, 'here'), { by: 'confirmation', sourceKey: 'there' })).toEqual(profile)
  expect(keptBy(claimOfCode(null, 'here'), { by: 'operator' })).toEqual(profile)
  const contested = claimOfIdentity('i', 'here')
  expect(keptBy(contested, { by: 'confirmation', sourceKey: 'here' })).toMatchObject({ identityId: 'i' })
  expect(keptBy(contested, { by: 'confirmation', sourceKey: 'there' }).profile).toBe(false)
})
