import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../http/errors.ts'
import type { Auth } from './auth.ts'
import { isAdmin } from './bearer.ts'
import { authErrors } from './errors.ts'
import { type Db, type Rate, takeFromBucket } from './rate-limit.ts'

const FIVE_MINUTES = 300
const HOUR = 3600

/** A factor's code is six digits: whoever has the password must not get to try many, from however many sources. */
export const WRONG_FOR_FACTOR: Rate = { limit: 10, seconds: FIVE_MINUTES }

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

/**
 * Spaces the mails to one address. Counted for any address, existing or not, so that the refusal tells nothing about it.
 */
export async function spaceMails(auth: Auth, kind: string, email: string, db: Db = auth.db.kysely): Promise<void> {
  const seconds = auth.config.email.maxFrequency
  if (seconds === 0) return
  const key = auth.secrets.countingKey(`mail ${kind} ${email}`)
  const wait = await takeFromBucket(db, key, { limit: 1, seconds })
  if (wait > 0) throw authErrors.tooManyMails(spaced(wait))
}

/** Caps all mails together. Counts the ones that nobody gets too: past the ceiling, known and unknown look the same. */
export async function countMail(auth: Auth, db: Db = auth.db.kysely): Promise<void> {
  const key = auth.secrets.countingKey('mails')
  const wait = await takeFromBucket(db, key, { limit: auth.config.rateLimits.emailSent, seconds: HOUR })
  if (wait > 0) throw authErrors.tooManyMails({ headers: { 'retry-after': String(wait) } })
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
