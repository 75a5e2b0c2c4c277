import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../http/errors.ts'
import type { Auth } from './auth.ts'
import { isAdmin } from './bearer.ts'
import { authErrors } from './errors.ts'
import { findAccountOfDevice } from './known-devices.ts'
import { type Rate, takeFromBucket } from './rate-limit.ts'
import { requesterOf } from './requester.ts'

const FIVE_MINUTES = 300
const HOUR = 3600

/** The routes that are counted, each for itself (auth-contract.md 0.6). */
export type CountedRoute =
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

/** Refuses a source that calls a route too often. The operators' key is not counted. */
export async function limitRoute(auth: Auth, request: FastifyRequest, route: CountedRoute): Promise<void> {
  if (await isAdmin(auth, request)) return
  const rate = rateOf(auth, route)
  const takeOne = (whose: string) =>
    takeFromBucket(auth.db.kysely, auth.secrets.countingKey(`route ${route} ${whose}`), rate)
  const wait = await takeOne(auth.sourceOf(request))
  if (wait === 0) return
  const account = route === 'token' ? await accountOfDevice(auth, request) : null
  if (account === null || (await takeOne(`of ${account}`)) > 0) throw tooManyRequests(wait)
}

/**
 * The account that this device has signed in to before, or null. Somebody else behind the same address (a household, a
 * mobile carrier) who uses up what the source has at `/token` must not shut out who is at home there. Counted by account:
 * other names of the browser make no more room.
 */
function accountOfDevice(auth: Auth, request: FastifyRequest): Promise<string | null> {
  return findAccountOfDevice(auth.db.kysely, requesterOf(auth, request))
}

function rateOf(auth: Auth, route: CountedRoute): Rate {
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

/** The words and the header for somebody who asked again too soon. */
export function spaced(wait: number) {
  return {
    message: `For security purposes, you can only request this after ${wait} seconds.`,
    headers: { 'retry-after': String(wait) },
  }
}

/** A 429 that says when to come again. */
export function tooManyRequests(wait: number): Refusal {
  return authErrors.tooManyRequests({ headers: { 'retry-after': String(wait) } })
}
