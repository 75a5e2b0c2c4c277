import type { Transaction } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../database/tables.ts'
import { BODY_LIMITS } from '../../http/body.ts'
import { endpoint } from '../../http/endpoint.ts'
import type { Refusal } from '../../http/errors.ts'
import type { Auth } from '../auth.ts'
import { personOnly, requirePerson, type SignedIn } from '../bearer.ts'
import { authErrors } from '../errors.ts'
import { invalid, isUuid, jsonBody, plainObject, text } from '../fields.ts'
import { factorGuesses } from '../guesses.ts'
import { limitRoute, tooManyRequests } from '../limits.ts'
import { type Rate, secondsUntilOne, takeFromBucket } from '../rate-limit.ts'
import { requesterOf } from '../requester.ts'
import { answerSession, type Grant } from '../sessions/session.ts'
import { type FactorRow, findFactorsOf } from '../users/user-store.ts'
import { CHALLENGE_SECONDS, refuseVerifyingOff, requireFactorId } from './factor.ts'
import {
  type ChallengeRow,
  deleteChallenge,
  lockChallenge,
  lockFactor,
  markChallengeVerified,
  updateFactor,
} from './factor-store.ts'
import { hasSecondFactor, raise } from './second-factor.ts'
import { stepOfCode } from './totp.ts'
import { checkFactor } from './web-authn-factor.ts'

const input = jsonBody({
  challenge_id: text,
  code: text,
  webauthn: v.nullish(v.looseObject({ type: text, credential_response: plainObject })),
})
type Input = v.InferOutput<typeof input>
type Tx = Transaction<Tables>

/** POST /factors/:id/verify. Checks the answer and raises this session (auth-contract.md 10.3). */
export function verifyFactor(auth: Auth) {
  return endpoint({
    access: 'public',
    guards: [personOnly(auth)],
    bodyLimit: BODY_LIMITS.auth,
    input,
    async handle({ input, params, request }) {
      const signedIn = await requirePerson(auth, request)
      await limitRoute(auth, request, 'factor')
      const id = requireFactorId(params.id)
      if (!input.webauthn && input.code === '') throw invalid('Code needs to be non-empty')
      const isRaised = await hasSecondFactor(auth, signedIn)
      const { email, phone } = signedIn.user
      const guesses = await factorGuesses(auth, id, email ?? phone ?? '', requesterOf(auth, request))
      const result = await auth.db.transaction((tx) => answer(tx, auth, { ...signedIn, isRaised, guesses }, id, input))
      if ('refusal' in result) throw result.refusal
      auth.mailIsWaiting()
      return await answerSession(auth, result.grant)
    },
  })
}

/** A refusal that is returned, not thrown, leaves the transaction's changes in place. */
type Result = { grant: Grant } | { refusal: Refusal }

/** Who answers, whether this session has shown a second factor before, and where wrong answers are counted. */
type Answering = SignedIn & { isRaised: boolean; guesses: { key: string; rate: Rate } }

async function answer(tx: Tx, auth: Auth, signedIn: Answering, id: string, input: Input): Promise<Result> {
  const factor = await lockFactor(tx, signedIn.user.id, id)
  if (factor === null) return { refusal: authErrors.factorNotFound() }
  refuseVerifyingOff(auth, factor)
  if (await isBesideAnother(tx, signedIn, factor)) return { refusal: authErrors.insufficientAalToEnroll() }
  const challenge = isUuid(input.challenge_id) ? await lockChallenge(tx, factor.id, input.challenge_id) : null
  if (challenge === null) return { refusal: authErrors.challengeNotFound() }
  if (challenge.verified_at !== null) return { refusal: authErrors.challengeUsed() }
  if (auth.now().getTime() - challenge.created_at.getTime() > CHALLENGE_SECONDS * 1000) {
    await deleteChallenge(tx, challenge.id)
    return { refusal: authErrors.challengeExpired() }
  }
  const { key, rate } = signedIn.guesses
  const wait = await secondsUntilOne(tx, key, rate)
  if (wait > 0) return { refusal: tooManyRequests(wait) }
  const refusal = await check(tx, auth, factor, challenge, input)
  if (refusal !== null) {
    await takeFromBucket(tx, key, rate)
    return { refusal }
  }
  await markChallengeVerified(tx, challenge.id)
  return { grant: await raise(tx, auth, signedIn, factor) }
}

/**
 * A factor that was begun while there was none yet must not become a way around the one that counts by now: somebody
 * who has only the password could have begun it.
 */
async function isBesideAnother(tx: Tx, { user, isRaised }: Answering, factor: FactorRow): Promise<boolean> {
  if (factor.status === 'verified' || isRaised) return false
  return (await findFactorsOf(tx, user.id)).some(({ status }) => status === 'verified')
}

async function check(
  tx: Tx,
  auth: Auth,
  factor: FactorRow,
  challenge: ChallengeRow,
  input: Input,
): Promise<Refusal | null> {
  if (factor.factor_type === 'webauthn') return await checkFactor(tx, auth, factor, challenge, input.webauthn)
  if (factor.factor_type === 'phone') {
    const isRight = challenge.otp_code_hash === auth.secrets.hashCode(factor.id, input.code)
    return isRight ? null : authErrors.wrongFactorCode({ message: 'Invalid MFA Phone code entered' })
  }
  const step = factor.secret === null ? null : await stepOfCode(factor.secret, input.code, auth.now())
  // A code that was read over a shoulder is worth nothing once its owner has used it.
  const isFresh = step !== null && (factor.last_used_step === null || step > factor.last_used_step)
  if (!isFresh) return authErrors.wrongFactorCode({ message: 'Invalid TOTP code entered' })
  await updateFactor(tx, factor.id, { last_used_step: step })
  return null
}
