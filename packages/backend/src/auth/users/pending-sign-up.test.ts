import { expect, test } from 'vitest'
import {
  createPendingDataForIdentity,
  derivePendingDataAfterCode,
  derivePendingDataAfterRecovery,
  derivePendingDataAfterSignUp,
  type PendingSignUpData,
  type RetainedSignUpData,
  selectRetainedSignUpData,
} from './pending-sign-up.ts'

type Actor = 'attacker' | 'owner'
type Request =
  | `${Actor} signs up`
  | 'attacker signs in through a provider'
  | `${Actor} requests a code`
  | 'recovery requested'

const requests: readonly Request[] = [
  'attacker signs up',
  'owner signs up',
  'attacker signs in through a provider',
  'attacker requests a code',
  'owner requests a code',
  'recovery requested',
]

/**
 * Returns the claim on an account (the data of its unconfirmed sign-up) after one more request. A sign-in through a provider with an
 * unverified e-mail address changes no existing account.
 */
function after(before: PendingSignUpData | null, request: Request): PendingSignUpData | null {
  const actor = request.startsWith('owner') ? 'owner' : 'attacker'
  if (request === 'recovery requested') return before === null ? null : derivePendingDataAfterRecovery(before)
  if (request === 'attacker signs in through a provider')
    return before ?? createPendingDataForIdentity("the attacker's", actor)
  if (request.endsWith('requests a code')) return derivePendingDataAfterCode(before, actor)
  const passwordHash = `the ${actor}'s`
  return derivePendingDataAfterSignUp(before, {
    passwordHash,
    sourceKey: actor,
    repeatsPassword: before?.passwordHash === passwordHash,
  })
}

/** Returns every possible sequence of up to `length` requests. */
function sequences(length: number): Request[][] {
  if (length === 0) return [[]]
  const shorter = sequences(length - 1)
  const longest = shorter.filter((sequence) => sequence.length === length - 1)
  return [...shorter, ...longest.flatMap((sequence) => requests.map((request) => [...sequence, request]))]
}

const all = sequences(5).map((sequence) => ({
  sequence,
  claim: sequence.reduce<PendingSignUpData | null>(after, null),
}))
const claimed = all.flatMap(({ sequence, claim }) => (claim === null ? [] : [{ sequence, claim }]))
const nothing: RetainedSignUpData = { passwordHash: null, identityId: null, profile: false }

test('confirming an account by a recovery mail retains no data of its unconfirmed sign-up', () => {
  for (const { claim } of claimed)
    expect(selectRetainedSignUpData(claim, { by: 'recovery', sourceKey: claim.sourceKey })).toEqual(nothing)
})

test('data from an attacker’s sign-up is retained on confirmation only without a request by the owner or a recovery', () => {
  for (const { sequence, claim } of claimed) {
    const kept = selectRetainedSignUpData(claim, { by: 'confirmation', sourceKey: 'owner' })
    const isAttackers = `${kept.passwordHash}${kept.identityId}`.includes('attacker')
    const made = sequence.findIndex((request) => request !== 'recovery requested')
    const isOthers = (request: Request) => request === 'recovery requested' || request.startsWith('owner')
    if (isAttackers) expect([sequence, sequence.slice(made).some(isOthers)]).toEqual([sequence, false])
  }
})

test('confirming an account from the client IP address of its latest sign-up retains that sign-up’s password', () => {
  for (const { sequence, claim } of claimed) {
    if (sequence.at(-1) !== 'owner signs up') continue
    const earlier = sequence.slice(0, -1)
    const isRepeated = earlier.includes('owner signs up')
    const kept = selectRetainedSignUpData(claim, { by: 'confirmation', sourceKey: 'owner' })
    if (!isRepeated) expect([sequence, kept.passwordHash]).toEqual([sequence, "the owner's"])
    expect(kept.profile).toBe(true)
  }
})

test('a code or recovery request discards the password of an earlier sign-up, even if a later sign-up repeats that password', () => {
  for (const actor of ['attacker', 'owner'] as const) {
    for (const request of ['owner requests a code', 'recovery requested'] as const) {
      const claim = ([`${actor} signs up`, request, `${actor} signs up`] as const).reduce<PendingSignUpData | null>(
        after,
        null,
      )
      expect(claim).toMatchObject({ voided: true })
      if (claim !== null)
        expect(selectRetainedSignUpData(claim, { by: 'confirmation', sourceKey: actor }).passwordHash).toBeNull()
    }
  }
})

test('an account with one sign-up, repeated or not, keeps its password when confirmed from any IP address or by an operator', () => {
  for (const sequence of [['owner signs up'], ['owner signs up', 'owner signs up']] as const) {
    const claim = sequence.reduce<PendingSignUpData | null>(after, null)
    if (claim === null) throw new Error('A sign-up makes a claim.')
    const kept = { passwordHash: "the owner's", identityId: null, profile: true }
    expect(selectRetainedSignUpData(claim, { by: 'confirmation', sourceKey: 'a phone elsewhere' })).toEqual(kept)
    expect(selectRetainedSignUpData(claim, { by: 'operator' })).toEqual(kept)
  }
})

test('confirmation by an operator retains no data of an account with two conflicting sign-ups', () => {
  const claim = (['attacker signs up', 'owner signs up'] as const).reduce<PendingSignUpData | null>(after, null)
  expect(claim === null ? null : selectRetainedSignUpData(claim, { by: 'operator' })).toEqual(nothing)
})

test('a provider identity is retained only when the mail is confirmed from the client IP address of the provider sign-in', () => {
  const claim = createPendingDataForIdentity('theirs', 'a place')
  expect(selectRetainedSignUpData(claim, { by: 'confirmation', sourceKey: 'a place' }).identityId).toBe('theirs')
  expect(selectRetainedSignUpData(claim, { by: 'confirmation', sourceKey: 'elsewhere' })).toEqual(nothing)
})

test('an unconfirmed sign-up is marked as contested by a second request with different data, and not before', () => {
  const signUp = { passwordHash: 'a', sourceKey: 'here', repeatsPassword: false }
  const first = derivePendingDataAfterSignUp(null, signUp)
  expect(first).toEqual({
    ...{ passwordHash: 'a', identityId: null, sourceKey: 'here', contested: false, voided: false },
  })
  expect(derivePendingDataAfterSignUp(first, { ...signUp, sourceKey: 'there', repeatsPassword: true })).toEqual({
    ...first,
    sourceKey: 'there',
  })
  expect(derivePendingDataAfterSignUp(null, { ...signUp, repeatsPassword: true })).toEqual(first)
  expect(derivePendingDataAfterSignUp(first, { ...signUp, passwordHash: 'b' })).toMatchObject({
    passwordHash: 'b',
    contested: true,
  })
  const asked = { identityId: null, sourceKey: 'there', voided: true }
  expect(derivePendingDataAfterCode(null, 'there')).toEqual({ ...asked, passwordHash: null, contested: false })
  expect(derivePendingDataAfterCode(first, 'there')).toEqual({ ...asked, passwordHash: 'a', contested: true })
  expect(derivePendingDataAfterRecovery(first)).toEqual({ ...first, contested: true, voided: true })
})

test('the profile of a sign-up whose password was discarded is retained on confirmation, unless the sign-up is contested', () => {
  const profile = { passwordHash: null, identityId: null, profile: true }
  expect(
    selectRetainedSignUpData(derivePendingDataAfterCode(null, 'here'), { by: 'confirmation', sourceKey: 'there' }),
  ).toEqual(profile)
  expect(selectRetainedSignUpData(derivePendingDataAfterCode(null, 'here'), { by: 'operator' })).toEqual(profile)
  const contested = createPendingDataForIdentity('i', 'here')
  expect(selectRetainedSignUpData(contested, { by: 'confirmation', sourceKey: 'here' })).toMatchObject({
    identityId: 'i',
  })
  expect(selectRetainedSignUpData(contested, { by: 'confirmation', sourceKey: 'there' }).profile).toBe(false)
})
