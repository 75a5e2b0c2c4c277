import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Refusal } from '../http/errors.ts'
import { factorGuesses, guessCode, lookAtGuess } from './guesses.ts'
import { limitsUnderTest } from './limits-under-test.ts'
import { secondsUntilOne, takeFromBucket } from './rate-limit.ts'
import type { Requester } from './requester.ts'

/* The model of docs/decisions/0030: who can keep whom out, and how many guesses anybody gets. */

type UnderTest = Awaited<ReturnType<typeof limitsUnderTest>>
let under: UnderTest

beforeAll(async () => {
  under = await limitsUnderTest()
  return () => under.close()
})
beforeEach(() => under.clear())
afterAll(() => under.clear())

const ONE_MORE_MS = 3_600 // of a thousand an hour

const KNOWN = 'owner@example.com'
const HOME = { source: '192.0.2.1', device: 'the owner’s browser at home' }

beforeAll(() => under.account(KNOWN, HOME.device))

/** Somebody who never signed in to any account, from a network of their own. */
const aStranger = (): Requester => ({ source: randomUUID(), device: randomUUID() })

/** Makes one guess. Returns `wrong` or `right` when it was checked, `later` when it was refused with 429. */
async function guess(who: Requester, address: string, isRight = false): Promise<'wrong' | 'right' | 'later'> {
  try {
    const found = await lookAtGuess(under.auth, { ...who, address }, async () => (isRight ? 'found' : null))
    return found === null ? 'wrong' : 'right'
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) return 'later'
    throw error
  }
}

async function wrongGuesses(who: Requester, address: string, times: number): Promise<number> {
  let looked = 0
  for (let round = 0; round < times; round++) looked += (await guess(who, address)) === 'wrong' ? 1 : 0
  return looked
}

/** An account, and an address that has none: each fact holds for both alike. */
const addresses = [KNOWN, 'nobody@example.com']

test.each(addresses)('a source gets five guesses at %s, then one in twenty seconds', async (address) => {
  const stranger = aStranger()
  expect(await wrongGuesses(stranger, address, 12)).toBe(5)
  await under.pass(20)
  expect(await wrongGuesses(stranger, address, 5)).toBe(1)
  expect(await guess(stranger, address, true)).toBe('later')
})

test.each(addresses)(
  'a source that guesses at %s all the time for an hour keeps no other source out',
  async (address) => {
    const stranger = aStranger()
    let looked = 0
    for (let seconds = 0; seconds < 3600; seconds += 20) {
      if ((await guess(stranger, address)) === 'wrong') looked += 1
      if (seconds % 600 === 0) expect(await guess(aStranger(), address, true)).toBe('right')
      await under.pass(20)
    }
    expect(looked).toBeGreaterThan(30)
    expect(looked).toBeLessThanOrEqual(20 + 20)
  },
)

test.each(addresses)('a hundred sources that are wrong at %s keep no other source out', async (address) => {
  for (let round = 0; round < 100; round++) expect(await guess(aStranger(), address)).toBe('wrong')
  expect(await guess(aStranger(), address, true)).toBe('right')
})

test('a thousand wrong guesses within an hour stop every source but a device that signed in before', async () => {
  const began = Date.now()
  let looked = 0
  while ((await wrongGuesses(aStranger(), KNOWN, 1)) === 1) looked++
  const allowedMeanwhile = Math.ceil((Date.now() - began) / ONE_MORE_MS)
  expect(looked).toBeGreaterThanOrEqual(1_000)
  expect(looked).toBeLessThanOrEqual(1_000 + allowedMeanwhile)
  expect(await guess(aStranger(), KNOWN, true)).toBe('later')
  expect(await guess(HOME, KNOWN, true)).toBe('right')
})

test('a device that signed in before gets in beside strangers of its own network, at its account alone', async () => {
  const beside = { source: HOME.source, device: 'another browser' }
  for (let round = 0; round < 120; round++) await guess(beside, `victim-${round}@example.com`)
  expect(await guess(beside, 'one-more@example.com')).toBe('later')
  expect(await wrongGuesses(beside, KNOWN, 10)).toBe(0)
  expect(await guess(HOME, KNOWN, true)).toBe('right')
  expect(await guess(HOME, 'somebody-else@example.com')).toBe('later')
})

test('a device that signed in before has no more guesses than anybody else', async () => {
  expect(await wrongGuesses(HOME, KNOWN, 12)).toBe(5)
  for (let round = 0; round < 180; round++) {
    await under.pass(20)
    await guess(HOME, KNOWN)
  }
  await under.pass(20)
  expect(await wrongGuesses(HOME, KNOWN, 50)).toBeLessThanOrEqual(1)
})

test.each(addresses)(
  'after twenty wrong guesses at %s a source that was wrong waits, a new one does not',
  async (address) => {
    for (let source = 0; source < 4; source++) await wrongGuesses(aStranger(), address, 5)
    const stranger = aStranger()
    expect(await wrongGuesses(stranger, address, 2)).toBe(1)
    expect(await guess(aStranger(), address, true)).toBe('right')
  },
)

test('fifty guesses at the same moment are five guesses', async () => {
  const stranger = aStranger()
  const answers = await Promise.all(Array.from({ length: 50 }, () => guess(stranger, KNOWN)))
  expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(5)
})

test('who is signed in has a count of their own', async () => {
  for (let round = 0; round < 120; round++) await guess(aStranger(), KNOWN)
  const guesser = { ...aStranger(), address: KNOWN, signedInAs: 'the owner' }
  await expect(lookAtGuess(under.auth, guesser, async () => 'found')).resolves.toBe('found')
})

async function tryCode(who: Requester, address: string, isRight = false): Promise<boolean> {
  try {
    const tried = await guessCode(under.auth, address, who)
    await (isRight ? tried.wasRight() : tried.wasWrong())
    return true
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) return false
    throw error
  }
}

test.each(addresses)(
  'a source gets ten guesses at a code sent to %s, even at the same moment, and keeps no other out',
  async (address) => {
    const stranger = aStranger()
    const answers = await Promise.all(Array.from({ length: 60 }, () => tryCode(stranger, address)))
    expect(answers.filter(Boolean)).toHaveLength(10)
    for (let minute = 0; minute < 180; minute++) {
      await tryCode(stranger, address)
      await under.pass(60)
    }
    expect(await tryCode(aStranger(), address, true)).toBe(true)
  },
)

test('everybody together gets forty guesses at codes an hour, a device that signed in before its own', async () => {
  let looked = 0
  for (let round = 0; round < 60; round++) looked += (await tryCode(aStranger(), KNOWN)) ? 1 : 0
  expect(looked).toBe(40)
  expect(await tryCode(HOME, KNOWN, true)).toBe(true)
})

test('a right code costs nothing', async () => {
  for (let round = 0; round < 30; round++) expect(await tryCode(HOME, KNOWN, true)).toBe(true)
})

test('wrong answers for a second factor from elsewhere leave a device that signed in before its own ten', async () => {
  const { kysely } = under.auth.db
  const theirs = await factorGuesses(under.auth, 'a factor', KNOWN, aStranger())
  for (let round = 0; round < 10; round++) await takeFromBucket(kysely, theirs.key, theirs.rate)
  const others = await factorGuesses(under.auth, 'a factor', KNOWN, aStranger())
  expect(await secondsUntilOne(kysely, others.key, others.rate)).toBeGreaterThan(0)
  const own = await factorGuesses(under.auth, 'a factor', KNOWN, HOME)
  expect(await secondsUntilOne(kysely, own.key, own.rate)).toBe(0)
})
