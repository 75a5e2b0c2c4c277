import type { FastifyRequest } from 'fastify'
import type { EndpointContext } from '../http/endpoint.ts'
import type { Refusal } from '../http/errors.ts'
import type { AuthDependencies } from './auth.ts'
import { authErrors } from './errors.ts'
import { findAccountOfDevice } from './known-devices.ts'
import { consumeRateLimits, createSourceBuckets, type RateLimit } from './rate-limit.ts'
import { identifyRequester } from './requester.ts'

const FIVE_MINUTES = 300
const HOUR = 3600

/** The rate-limited routes. Each has its own token buckets for a client's IP network and those around it (auth-contract.md 0.6). */
export type RateLimitedRoute =
  | 'signup'
  | 'otp'
  | 'recover'
  | 'resend'
  | 'user'
  | 'token'
  | 'web3'
  | 'verify'
  | 'anonymous'
  | 'challenge'
  | 'factor'
  | 'passkey'
  | 'authorize'

/** A request and its caller, whose role decides whether rate limits apply. */
export type RequestWithCaller = Pick<EndpointContext<unknown, unknown>, 'caller' | 'request'>

/** Throws 429 when a client IP network calls a route too often. Operators are exempt. */
export async function enforceRouteLimit(
  auth: AuthDependencies,
  { caller, request }: RequestWithCaller,
  route: RateLimitedRoute,
): Promise<void> {
  if (caller.role === 'service_role') return
  const rate = rateOf(auth, route)
  const keyOf = (owner: string) => auth.secrets.countingKey(`route ${route} ${owner}`)
  const { kysely } = auth.db
  const empty = await consumeRateLimits(kysely, createSourceBuckets(auth.sourceOf(request), rate, keyOf))
  if (empty === null) return
  const account = route === 'token' ? await accountOfDevice(auth, request) : null
  if (account !== null && (await consumeRateLimits(kysely, [{ key: keyOf(`of ${account}`), rate }])) === null) return
  throw createTooManyRequestsError(empty.wait)
}

/**
 * Returns the account that the client's device has signed in to before, or null. When a bucket of the client's IP networks is empty,
 * `/token` takes from a bucket of that account instead: another client behind the same IP address (household, mobile carrier) must not
 * be able to sign the device out. The bucket is per account, so that changing the User-Agent yields no further requests.
 */
function accountOfDevice(auth: AuthDependencies, request: FastifyRequest): Promise<string | null> {
  return findAccountOfDevice(auth.db.kysely, identifyRequester(auth, request))
}

function rateOf(auth: AuthDependencies, route: RateLimitedRoute): RateLimit {
  const { rateLimits } = auth.config
  switch (route) {
    case 'token':
      return { limit: rateLimits.tokenRefresh, seconds: FIVE_MINUTES }
    case 'verify':
      return { limit: rateLimits.tokenVerifications, seconds: FIVE_MINUTES }
    case 'anonymous':
      return { limit: rateLimits.anonymousUsers, seconds: HOUR }
    case 'challenge':
    case 'factor':
      return { limit: rateLimits.tokenVerifications, seconds: 120 }
    default:
      return { limit: rateLimits.signInSignUps, seconds: FIVE_MINUTES }
  }
}

/** Returns the message and `Retry-After` header of the error for a request that is repeated too soon; `wait` is in seconds. */
export function createRetryAfterDetails(wait: number) {
  return {
    message: `For security purposes, you can only request this after ${wait} seconds.`,
    headers: { 'retry-after': String(wait) },
  }
}

/** Returns a 429 error with a `Retry-After` header; `wait` is in seconds. */
export function createTooManyRequestsError(wait: number): Refusal {
  return authErrors.tooManyRequests({ headers: { 'retry-after': String(wait) } })
}
