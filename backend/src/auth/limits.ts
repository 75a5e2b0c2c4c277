import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../http/errors.ts'
import type { Auth } from './auth.ts'
import { isAdmin } from './bearer.ts'
import { authErrors } from './errors.ts'
import { type Rate, takeFromBucket } from './rate-limit.ts'

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
  const key = auth.secrets.countingKey(`route ${route} ${auth.sourceOf(request)}`)
  const wait = await takeFromBucket(auth.db.kysely, key, rateOf(auth, route))
  if (wait > 0) throw tooManyRequests(wait)
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
