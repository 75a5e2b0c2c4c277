import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestRateLimits } from '../../test/test-rate-limits.ts'
import { Refusal } from '../http/errors.ts'
import { beginOneTimeCodeAttempt, getFactorAttemptBuckets, withCredentialAttemptLimit } from './credential-attempts.ts'
import { consumeEachRateLimit, getRateLimitWaitSeconds } from './rate-limit.ts'
import type { RateLimitClient } from './requester.ts'

/*
 * Tests the rate limits on guesses at passwords and codes (docs/decisions.md, "Rate limits slow down the guessing client and lock no
 * account"): how many guesses a client gets, and which other clients it can block.
 */

type UnderTest = Awaited<ReturnType<typeof createTestRateLimits>>
let under: UnderTest

beforeAll(async () => {
  under = await createTestRateLimits()
  return () => under.close()
})
beforeEach(() => under.clear())
afterAll(() => under.clear())

const ONE_MORE_MS = 3_600 // a bucket of a thousand tokens an hour regains one token in this time

const KNOWN = 'owner@example.com'
const HOME = { source: '192.0.2.1', device: 'the owner’s browser at home' }

beforeAll(() => under.account(KNOWN, HOME.device))

/** Returns a client whose device never signed in to any account and whose IP network no other client has. */
const anUnknownDevice = (): RateLimitClient => ({ source: randomUUID(), device: randomUUID() })

/** Guesses a password once. Returns `wrong` or `right` when the guess was checked, `later` when it was rejected with 429. */
async function guess(who: RateLimitClient, address: string, isRight = false): Promise<'wrong' | 'right' | 'later'> {
  try {
    const found = await withCredentialAttemptLimit(under.auth, { ...who, address }, async () =>
      isRight ? 'found' : null,
    )
    return found === null ? 'wrong' : 'right'
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) return 'later'
    throw error
  }
}

async function wrongGuesses(who: RateLimitClient, address: string, times: number): Promise<number> {
  let checked = 0
  for (let round = 0; round < times; round++) checked += (await guess(who, address)) === 'wrong' ? 1 : 0
  return checked
}

/** An e-mail address with an account and one without. Every rate limit must apply equally to both. */
const addresses = [KNOWN, 'nobody@example.com']

test.each(addresses)(
  'one client IP address gets five failed password attempts for %s, then one every twenty seconds',
  async (address) => {
    const attacker = anUnknownDevice()
    expect(await wrongGuesses(attacker, address, 12)).toBe(5)
    await under.pass(20)
    expect(await wrongGuesses(attacker, address, 5)).toBe(1)
    expect(await guess(attacker, address, true)).toBe('later')
  },
)

test.each(addresses)(
  'a client IP address with failed password attempts for %s during an hour does not block other client IP addresses',
  async (address) => {
    const attacker = anUnknownDevice()
    let checked = 0
    for (let seconds = 0; seconds < 3600; seconds += 20) {
      if ((await guess(attacker, address)) === 'wrong') checked += 1
      if (seconds % 600 === 0) expect(await guess(anUnknownDevice(), address, true)).toBe('right')
      await under.pass(20)
    }
    expect(checked).toBeGreaterThan(30)
    expect(checked).toBeLessThanOrEqual(20 + 20)
  },
)

test.each(addresses)(
  'a failed password attempt for %s from each of a hundred client IP addresses does not block a new one',
  async (address) => {
    for (let round = 0; round < 100; round++) expect(await guess(anUnknownDevice(), address)).toBe('wrong')
    expect(await guess(anUnknownDevice(), address, true)).toBe('right')
  },
)

test('a thousand failed password attempts for one account within an hour block every device but a known one', async () => {
  const began = Date.now()
  let checked = 0
  while ((await wrongGuesses(anUnknownDevice(), KNOWN, 1)) === 1) checked++
  const allowedMeanwhile = Math.ceil((Date.now() - began) / ONE_MORE_MS)
  expect(checked).toBeGreaterThanOrEqual(1_000)
  expect(checked).toBeLessThanOrEqual(1_000 + allowedMeanwhile)
  expect(await guess(anUnknownDevice(), KNOWN, true)).toBe('later')
  expect(await guess(HOME, KNOWN, true)).toBe('right')
})

test('a known device can sign in after an unknown device with the same client IP address exhausted the limit of that address', async () => {
  const beside = { source: HOME.source, device: 'another browser' }
  for (let round = 0; round < 120; round++) await guess(beside, `victim-${round}@example.com`)
  expect(await guess(beside, 'one-more@example.com')).toBe('later')
  expect(await wrongGuesses(beside, KNOWN, 10)).toBe(0)
  expect(await guess(HOME, KNOWN, true)).toBe('right')
  expect(await guess(HOME, 'somebody-else@example.com')).toBe('later')
})

test('a known device has the same limit on failed password attempts as an unknown device', async () => {
  expect(await wrongGuesses(HOME, KNOWN, 12)).toBe(5)
  for (let round = 0; round < 180; round++) {
    await under.pass(20)
    await guess(HOME, KNOWN)
  }
  await under.pass(20)
  expect(await wrongGuesses(HOME, KNOWN, 50)).toBeLessThanOrEqual(1)
})

test.each(addresses)(
  'after twenty failed password attempts for %s, only client IP addresses that already failed are refused',
  async (address) => {
    for (let source = 0; source < 4; source++) await wrongGuesses(anUnknownDevice(), address, 5)
    const attacker = anUnknownDevice()
    expect(await wrongGuesses(attacker, address, 2)).toBe(1)
    expect(await guess(anUnknownDevice(), address, true)).toBe('right')
  },
)

test('of fifty concurrent failed password attempts only five are checked, as with sequential attempts', async () => {
  const attacker = anUnknownDevice()
  const answers = await Promise.all(Array.from({ length: 50 }, () => guess(attacker, KNOWN)))
  expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(5)
})

test('a password attempt by a signed-in user is allowed after 120 failed attempts from unknown devices', async () => {
  for (let round = 0; round < 120; round++) await guess(anUnknownDevice(), KNOWN)
  const attempt = { ...anUnknownDevice(), address: KNOWN, signedInAs: 'the owner' }
  await expect(withCredentialAttemptLimit(under.auth, attempt, async () => 'found')).resolves.toBe('found')
})

async function tryCode(who: RateLimitClient, address: string, isRight = false): Promise<boolean> {
  try {
    const tried = await beginOneTimeCodeAttempt(under.auth, address, who)
    await (isRight ? tried.wasRight() : tried.wasWrong())
    return true
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) return false
    throw error
  }
}

test.each(addresses)(
  'one client IP address gets ten failed attempts at a code sent to %s, also concurrently, and does not block others',
  async (address) => {
    const attacker = anUnknownDevice()
    const answers = await Promise.all(Array.from({ length: 60 }, () => tryCode(attacker, address)))
    expect(answers.filter(Boolean)).toHaveLength(10)
    for (let minute = 0; minute < 180; minute++) {
      await tryCode(attacker, address)
      await under.pass(60)
    }
    expect(await tryCode(anUnknownDevice(), address, true)).toBe(true)
  },
)

test('unknown devices share forty failed attempts an hour at the codes of one address, and a known device is not blocked', async () => {
  let checked = 0
  for (let round = 0; round < 60; round++) checked += (await tryCode(anUnknownDevice(), KNOWN)) ? 1 : 0
  expect(checked).toBe(40)
  expect(await tryCode(HOME, KNOWN, true)).toBe(true)
  expect(await tryCode(HOME, KNOWN)).toBe(true)
})

test('a correct mailed code does not count towards the rate limit on code attempts', async () => {
  for (let round = 0; round < 30; round++) expect(await tryCode(HOME, KNOWN, true)).toBe(true)
})

/** Enters a wrong second-factor code. Returns whether it was checked. */
async function tryFactor(who: RateLimitClient): Promise<boolean> {
  const { kysely } = under.auth.db
  const buckets = await getFactorAttemptBuckets(under.auth, 'a factor', KNOWN, who)
  if ((await getRateLimitWaitSeconds(kysely, buckets)) > 0) return false
  await consumeEachRateLimit(kysely, buckets)
  return true
}

test('wrong second-factor codes from unknown devices do not use up the rate limit of a known device', async () => {
  let checked = 0
  for (let round = 0; round < 20; round++) checked += (await tryFactor(anUnknownDevice())) ? 1 : 0
  expect(checked).toBe(10)
  expect(await tryFactor(HOME)).toBe(true)
})

/** Returns clients whose sources are all in one IPv6 /48, each in a /56 of its own. */
const clientsOfOneNetwork = (): RateLimitClient[] =>
  Array.from({ length: 30 }, (_, n) => ({ source: `2001:db8:1:${(n << 8).toString(16)}::/64`, device: randomUUID() }))

/** How many attempts of each kind the sources of one /48 have together at once, and how many more in each second. */
const fromOneNetwork = [
  {
    what: 'wrong passwords for one account',
    attempt: async (who: RateLimitClient) => (await guess(who, KNOWN)) === 'wrong',
    most: 40,
    aSecond: 0.4,
  },
  { what: 'wrong mailed codes', attempt: (who: RateLimitClient) => tryCode(who, KNOWN), most: 20, aSecond: 0.01 },
  { what: 'wrong second-factor codes', attempt: tryFactor, most: 5, aSecond: 0.02 },
]

test.each(fromOneNetwork)(
  'the sources of one IPv6 /48 have at most $most $what together, and do not block an unknown device elsewhere',
  async ({ attempt, most, aSecond }) => {
    const began = Date.now()
    let checked = 0
    for (const who of clientsOfOneNetwork())
      for (let round = 0; round < 6; round++) checked += (await attempt(who)) ? 1 : 0
    expect(checked).toBeGreaterThan(2)
    expect(checked).toBeLessThanOrEqual(most + Math.ceil((aSecond * (Date.now() - began)) / 1_000)) // tokens that a busy machine regains
    expect(await attempt(anUnknownDevice())).toBe(true)
  },
)
