import * as v from 'valibot'
import type { Tx } from '../../database/port/tables.ts'
import type { Refusal } from '../../http/errors.ts'
import type { AuthDependencies } from '../auth.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { type AuthenticatedUser } from '../bearer.ts'
import { getFactorAttemptBuckets } from '../credential-attempts.ts'
import { authErrors } from '../errors.ts'
import { createValidationError, isUuid, jsonBodySchema, plainObjectSchema, text } from '../fields.ts'
import { consumeEachRateLimit, getRateLimitWaitSeconds, type RateLimitBucket } from '../rate-limit.ts'
import { createTooManyRequestsError } from '../route-rate-limits.ts'
import { respondWithSession, type SessionResponseData } from '../sessions/session.ts'
import { type FactorRow, findUserFactors } from '../users/user-store.ts'
import { FACTOR_CHALLENGE_SECONDS, requireFactorId, requireFactorVerificationEnabled } from './factor.ts'
import {
  deleteFactorChallenge,
  type FactorChallengeRow,
  lockFactor,
  lockFactorChallenge,
  markFactorChallengeVerified,
  updateFactor,
} from './factor-store.ts'
import { isAal2Session, raiseAssuranceLevel } from './second-factor.ts'
import { findTotpStep } from './totp.ts'
import { verifyWebAuthnResponse } from './web-authn-factor.ts'

const input = jsonBodySchema({
  challenge_id: text,
  code: text,
  webauthn: v.nullish(v.looseObject({ type: text, credential_response: plainObjectSchema })),
})
type Input = v.InferOutput<typeof input>

/** POST /factors/:id/verify. Verifies a code or signature and raises the session to aal2 (auth-contract.md 10.3). */
export const verifyFactor = defineAuthEndpoint({
  who: 'permanent user',
  limit: 'factor',
  input,
  async handle({ auth, input, params, requester, signedIn }) {
    const id = requireFactorId(params.id)
    if (!input.webauthn && input.code === '') throw createValidationError('Code needs to be non-empty')
    const isAal2 = await isAal2Session(auth, signedIn)
    const { email, phone } = signedIn.user
    const guesses = await getFactorAttemptBuckets(auth, id, email ?? phone ?? '', requester)
    const result = await auth.db.transaction((tx) =>
      verifyAttempt(tx, auth, { ...signedIn, isAal2, guesses }, id, input),
    )
    if ('refusal' in result) throw result.refusal
    auth.wakeMailWorker()
    return await respondWithSession(auth, result.grant)
  },
})

/**
 * Result of a verification attempt. An error is returned instead of thrown, so that the transaction still commits the count of wrong codes.
 */
type Result = { grant: SessionResponseData } | { refusal: Refusal }

/**
 * An attempt to verify a second factor: the signed-in user, whether the session already has aal2, and the rate-limit buckets for wrong
 * codes.
 */
type VerifyAttempt = AuthenticatedUser & { isAal2: boolean; guesses: RateLimitBucket[] }

async function verifyAttempt(
  tx: Tx,
  auth: AuthDependencies,
  signedIn: VerifyAttempt,
  id: string,
  input: Input,
): Promise<Result> {
  const factor = await lockFactor(tx, signedIn.user.id, id)
  if (factor === null) return { refusal: authErrors.factorNotFound() }
  requireFactorVerificationEnabled(auth, factor)
  if (await bypassesVerifiedFactor(tx, signedIn, factor)) return { refusal: authErrors.insufficientAalToEnroll() }
  const challenge = isUuid(input.challenge_id) ? await lockFactorChallenge(tx, factor.id, input.challenge_id) : null
  if (challenge === null) return { refusal: authErrors.challengeNotFound() }
  if (challenge.verified_at !== null) return { refusal: authErrors.challengeUsed() }
  if (auth.now().getTime() - challenge.created_at.getTime() > FACTOR_CHALLENGE_SECONDS * 1000) {
    await deleteFactorChallenge(tx, challenge.id)
    return { refusal: authErrors.challengeExpired() }
  }
  const wait = await getRateLimitWaitSeconds(tx, signedIn.guesses)
  if (wait > 0) return { refusal: createTooManyRequestsError(wait) }
  const refusal = await check(tx, auth, factor, challenge, input)
  if (refusal !== null) {
    await consumeEachRateLimit(tx, signedIn.guesses)
    return { refusal }
  }
  await markFactorChallengeVerified(tx, challenge.id)
  return { grant: await raiseAssuranceLevel(tx, auth, signedIn, factor) }
}

/**
 * Returns whether verifying a new factor would bypass a factor that is already verified. An attacker who knows only the password could
 * enrol a factor while the account has none, and verify it after the owner has verified their own factor.
 */
async function bypassesVerifiedFactor(tx: Tx, { user, isAal2 }: VerifyAttempt, factor: FactorRow): Promise<boolean> {
  if (factor.status === 'verified' || isAal2) return false
  return (await findUserFactors(tx, user.id)).some(({ status }) => status === 'verified')
}

async function check(
  tx: Tx,
  auth: AuthDependencies,
  factor: FactorRow,
  challenge: FactorChallengeRow,
  input: Input,
): Promise<Refusal | null> {
  if (factor.factor_type === 'webauthn')
    return await verifyWebAuthnResponse(tx, auth, factor, challenge, input.webauthn)
  if (factor.factor_type === 'phone') {
    const isRight = challenge.otp_code_hash === auth.secrets.hashCode(factor.id, input.code)
    return isRight ? null : authErrors.wrongFactorCode({ message: 'Invalid MFA Phone code entered' })
  }
  const step = factor.secret === null ? null : await findTotpStep(factor.secret, input.code, auth.now())
  // Each TOTP time step is accepted only once, so that an observed code cannot be replayed (RFC 6238 section 5.2).
  const isFresh = step !== null && (factor.last_used_step === null || step > factor.last_used_step)
  if (!isFresh) return authErrors.wrongFactorCode({ message: 'Invalid TOTP code entered' })
  await updateFactor(tx, factor.id, { last_used_step: step })
  return null
}
