import { maskPersonalData } from '../http/log.ts'
import { TaskQueue } from '../http/task-queue.ts'
import type { AuthDependencies } from './auth.ts'
import { isKnownDevice } from './known-devices.ts'
import {
  computeShare,
  consumeEachRateLimit,
  consumeRateLimits,
  createSourceBuckets,
  getRateLimitWaitSeconds,
  type RateLimit,
  type RateLimitBucket,
  readRateLimitTokens,
  refundRateLimits,
  wasRateLimitUsedWithin,
} from './rate-limit.ts'
import type { RateLimitClient } from './requester.ts'
import { createTooManyRequestsError } from './route-rate-limits.ts'

/*
 * Guesses at passwords and codes are rate-limited by several token buckets (docs/decisions.md, "Rate limits slow down the guessing client
 * and lock no account"). A wrong guess takes a token from each bucket that applies. "Source" is the client's IPv4 address or IPv6 /64
 * network, with the wider limits of `getNetworksAround`, "address" the e-mail address or phone number of the account. A bucket that one
 * source can exhaust blocks no other source:
 *
 *   address + source   5, then one in 20 seconds; 20 an hour; half of what is left of the last row
 *   source             100 in five minutes, for all addresses together
 *   address            20, then one in 20 seconds; blocks only sources with a wrong guess at it within the hour
 *   address            1,000 an hour; blocks every source that has not signed in to the account before
 *
 * A device that has signed in to the account before has its own bucket with the limits of the first row; the other rows do not apply.
 */
const HOUR = 3600
const WRONG_PASSWORDS = {
  burst: { limit: 5, seconds: 100 },
  hourly: { limit: 20, seconds: HOUR },
  source: { limit: 100, seconds: 300 },
  repeated: { limit: 20, seconds: 400 },
  everywhere: { limit: 1000, seconds: HOUR },
} as const satisfies Record<string, RateLimit>

/**
 * Rate limits on wrong guesses at mailed and texted codes. A code becomes invalid after twenty wrong guesses, and a client IP network gets
 * ten an hour, so that one network cannot invalidate a code alone. All unknown devices share `everywhere`, of which a network gets at most
 * half of what is left.
 */
const WRONG_CODES = {
  source: { limit: 10, seconds: HOUR },
  everywhere: { limit: 40, seconds: HOUR },
} as const satisfies Record<string, RateLimit>

/**
 * Rate limit on wrong codes of a second factor. Counts over all IP addresses, because an attacker who knows the password may use many of
 * them; a network gets at most half of what is left.
 */
const WRONG_FOR_FACTOR: RateLimit = { limit: 10, seconds: 300 }

/**
 * A guess at a password or code: the client, the e-mail address or phone number of the account (which may not exist), and the user's id
 * when the client is signed in.
 */
export type CredentialAttempt = RateLimitClient & { address: string; signedInAs?: string }

// Verifies the guesses with one lock key one after the other. A wrong guess is counted only after its verification, so concurrent guesses
// would all pass the limit before the first of them is counted.
const guesses = new TaskQueue({ atOnce: 1, waiting: Infinity })

/** The parts of `AuthDependencies` that the rate limits on guesses use. */
type Dependencies = Pick<AuthDependencies, 'db' | 'secrets' | 'log'>

/**
 * The token buckets of a guess at a password or code. Guesses with the same `lockKey` are checked one after the other. A guess is rejected
 * while a `blocking` bucket is empty. While the `repeated` bucket is empty, only clients whose IP network made a wrong guess within the
 * hour are rejected. A wrong guess takes a token from each bucket, including `others`.
 */
type Buckets = {
  lockKey: string
  blocking: RateLimitBucket[]
  repeated: RateLimitBucket | null
  others: RateLimitBucket[]
}

/**
 * Verifies a password, or a code that replaces a password, under the rate limit on guesses. `verify` returns null for a wrong password or
 * code, which is then counted. Throws 429 without calling `verify` while a bucket that applies is empty.
 */
export async function withCredentialAttemptLimit<T>(
  auth: Dependencies,
  attempt: CredentialAttempt,
  verify: () => Promise<T | null>,
): Promise<T | null> {
  const buckets = await bucketsOf(auth, attempt)
  // The limits are checked before the lock and again under it, so that a guess over the limit is rejected without waiting for the lock.
  await refuseWhileLimited(auth, buckets)
  return await guesses.run(buckets.lockKey, async () => {
    await refuseWhileLimited(auth, buckets)
    const found = await verify()
    if (found === null) await countWrongGuess(auth, buckets, attempt.address)
    return found
  })
}

async function bucketsOf(auth: Dependencies, attempt: CredentialAttempt): Promise<Buckets> {
  const atSignIn = await signInBuckets(auth, attempt)
  const { signedInAs } = attempt
  if (signedInAs === undefined) return atSignIn
  const blocking = passwordBuckets(auth, `signed in ${signedInAs}`)
  return { lockKey: signedInAs, blocking, repeated: null, others: [...atSignIn.blocking, ...atSignIn.others] }
}

async function signInBuckets(auth: Dependencies, { address, source, device }: CredentialAttempt): Promise<Buckets> {
  if (await isKnownDevice(auth.db.kysely, address, { source, device })) {
    const blocking = passwordBuckets(auth, `${address} on ${device}`)
    return { lockKey: `${address} ${device}`, blocking, repeated: null, others: [] }
  }
  const everywhere = bucketOf(auth, `everywhere ${address}`, WRONG_PASSWORDS.everywhere)
  const repeated = bucketOf(auth, address, WRONG_PASSWORDS.repeated)
  const [left = 0] = await readRateLimitTokens(auth.db.kysely, [everywhere])
  const fromSource = (what: string, rate: RateLimit, share?: number) =>
    createSourceBuckets(source, rate, (network) => keyOf(auth, `${what}from ${network}`), share)
  const blocking = [
    ...fromSource(`${address} `, WRONG_PASSWORDS.burst),
    ...fromSource(`${address} hourly `, WRONG_PASSWORDS.hourly, computeShare(left)),
    ...fromSource('', WRONG_PASSWORDS.source),
    everywhere,
  ]
  return { lockKey: address, blocking, repeated, others: [] }
}

function passwordBuckets(auth: Dependencies, owner: string): RateLimitBucket[] {
  return [bucketOf(auth, owner, WRONG_PASSWORDS.burst), bucketOf(auth, `${owner} hourly`, WRONG_PASSWORDS.hourly)]
}

function bucketOf(auth: Dependencies, what: string, rate: RateLimit): RateLimitBucket {
  return { key: keyOf(auth, what), rate }
}

function keyOf(auth: Dependencies, what: string): string {
  return auth.secrets.countingKey(`wrong ${what}`)
}

async function refuseWhileLimited(auth: Dependencies, { blocking, repeated }: Buckets): Promise<void> {
  const { kysely } = auth.db
  const [first] = blocking
  const isRepeated = repeated !== null && first !== undefined && (await wasRateLimitUsedWithin(kysely, first.key, HOUR))
  const wait = await getRateLimitWaitSeconds(kysely, isRepeated ? [...blocking, repeated] : blocking)
  if (wait > 0) throw createTooManyRequestsError(wait)
}

async function countWrongGuess(
  auth: Dependencies,
  { blocking, repeated, others }: Buckets,
  address: string,
): Promise<void> {
  await consumeEachRateLimit(auth.db.kysely, [...blocking, ...others, ...(repeated === null ? [] : [repeated])])
  logWrongGuess(auth, address)
}

/** A guess at a mailed or texted code that the rate limits allow. The caller must report whether the code was right or wrong. */
export type OneTimeCodeAttempt = { wasRight(): Promise<void>; wasWrong(): Promise<void> }

/**
 * Allows one guess at the code that was sent to an e-mail address or phone number, or throws 429. The guess is counted before it is
 * verified, so that concurrent guesses can't exceed the limit; a correct guess returns its token to the bucket. The link in the same mail
 * is not limited, because its token is too long to guess.
 */
export async function beginOneTimeCodeAttempt(
  auth: Dependencies,
  relatesTo: string,
  requester: RateLimitClient,
): Promise<OneTimeCodeAttempt> {
  const { kysely } = auth.db
  const { own, shared } = await createSharedBuckets(auth, `code ${relatesTo}`, relatesTo, requester, WRONG_CODES)
  const blocked = await getRateLimitWaitSeconds(kysely, shared)
  const wait = blocked > 0 ? blocked : ((await consumeRateLimits(kysely, own))?.wait ?? 0)
  if (wait > 0) throw createTooManyRequestsError(wait)
  return {
    wasRight: () => refundRateLimits(kysely, own),
    async wasWrong() {
      await consumeEachRateLimit(kysely, shared)
      logWrongGuess(auth, relatesTo)
    },
  }
}

/**
 * Returns the rate-limit buckets for wrong codes of a second factor: each known device has its own, all unknown devices share one, besides
 * the buckets of their networks.
 */
export async function getFactorAttemptBuckets(
  auth: Dependencies,
  factorId: string,
  address: string,
  requester: RateLimitClient,
): Promise<RateLimitBucket[]> {
  const rates = { source: WRONG_FOR_FACTOR, everywhere: WRONG_FOR_FACTOR }
  const { own, shared } = await createSharedBuckets(auth, `for factor ${factorId}`, address, requester, rates)
  return [...own, ...shared]
}

/**
 * Returns the buckets of a client for wrong codes: those of a device that is known to the account, or else those of the client's networks,
 * with a share of what is left in the bucket `shared`, which all unknown devices have together.
 */
async function createSharedBuckets(
  auth: Dependencies,
  what: string,
  address: string,
  { source, device }: RateLimitClient,
  rates: { source: RateLimit; everywhere: RateLimit },
): Promise<{ own: RateLimitBucket[]; shared: RateLimitBucket[] }> {
  const { kysely } = auth.db
  if (await isKnownDevice(kysely, address, { source, device }))
    return { own: [bucketOf(auth, `${what} on ${device}`, rates.source)], shared: [] }
  const shared = [bucketOf(auth, `${what} everywhere`, rates.everywhere)]
  const [left = 0] = await readRateLimitTokens(kysely, shared)
  const keyOfNetwork = (network: string) => keyOf(auth, `${what} from ${network}`)
  return { own: createSourceBuckets(source, rates.source, keyOfNetwork, computeShare(left)), shared }
}

/** Logs a wrong guess with the masked e-mail address or phone number (ASVS 16.3.1: failed authentication attempts are logged). */
function logWrongGuess({ log }: Dependencies, address: string): void {
  log.info({
    event: 'wrong_credentials',
    at: address.includes('@') ? maskPersonalData(address) : `…${address.slice(-2)}`,
  })
}
