import { isDatabaseError } from '../../database/port/errors.ts'
import type { Tx } from '../../database/port/tables.ts'
import { type EndpointResponse, okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { CodeChallenge } from '../fields.ts'
import { enforceMailLimit } from '../global-limits.ts'
import { queueConfirmationMail } from '../messages/confirm-mail.ts'
import type { RateLimitClient } from '../requester.ts'
import { openSession, respondWithSession } from '../sessions/session.ts'
import { createUser } from '../users/new-user.ts'
import { findUserByEmail, retryOnUniqueViolation } from '../users/user-store.ts'
import {
  comparePendingPassword,
  registerUnconfirmedSignUp,
  type SignUpRegistrationResult,
} from './unconfirmed-sign-up.ts'

/** A validated sign-up with an e-mail address. */
export type EmailSignUp = {
  email: string
  password: string
  passwordHash: string
  data: Record<string, unknown>
  sourceKey: string
  challenge: CodeChallenge
  redirectTo: string
  userAgent: string | null
  requester: RateLimitClient
}

/** Creates an account and mails a confirmation, or opens a session at once where confirmations are disabled. */
export function signUpWithEmail(auth: AuthDependencies, signUp: EmailSignUp): Promise<EndpointResponse> {
  return auth.config.email.enableConfirmations ? createUnconfirmed(auth, signUp) : createConfirmed(auth, signUp)
}

async function createUnconfirmed(auth: AuthDependencies, signUp: EmailSignUp): Promise<EndpointResponse> {
  // A confirmed account gets no mail.
  const isSent = !(await findUserByEmail(auth.db.kysely, signUp.email))?.email_confirmed_at
  await enforceMailLimit(auth, { kind: 'confirmation', to: signUp.email, requester: signUp.requester, isSent })
  const unconfirmed = { ...signUp, provider: 'email', address: signUp.email } as const
  const pending = await comparePendingPassword(auth, unconfirmed)
  // When two sign-ups with one e-mail address run concurrently, one of them fails with 23505 (unique violation). Its retry then finds the
  // account that the other has created.
  const answer = await retryOnUniqueViolation(() =>
    register(auth, signUp, (tx) => registerUnconfirmedSignUp(tx, auth, unconfirmed, pending)),
  )
  auth.wakeMailWorker()
  return okResponse(answer)
}

type Registration = (tx: Tx) => Promise<SignUpRegistrationResult>

function register(auth: AuthDependencies, { email, challenge, redirectTo }: EmailSignUp, registration: Registration) {
  return auth.db.transaction(async (tx) => {
    const { user, known, body } = await registration(tx)
    if (user === null) {
      await recordAuditEvent(tx, 'user_repeated_signup', known)
      return body
    }
    await queueConfirmationMail(tx, auth, { user, email, purpose: 'signup', challenge, redirectTo })
    await recordAuditEvent(tx, 'user_confirmation_requested', user, { provider: 'email' })
    return body
  })
}

async function createConfirmed(
  auth: AuthDependencies,
  { email, passwordHash, data, userAgent }: EmailSignUp,
): Promise<EndpointResponse> {
  const newUser = { provider: 'email', address: email, passwordHash, data, isConfirmed: true, now: auth.now() } as const
  try {
    const grant = await auth.db.transaction(async (tx) => {
      if ((await findUserByEmail(tx, email)) !== null) throw authErrors.userAlreadyExists()
      const user = await createUser(tx, newUser)
      await recordAuditEvent(tx, 'user_signedup', user, { provider: 'email' })
      return await openSession(tx, auth, user, { method: 'password', userAgent })
    })
    return await respondWithSession(auth, grant)
  } catch (error) {
    if (isDatabaseError(error) && error.code === '23505') throw authErrors.userAlreadyExists({ cause: error })
    throw error
  }
}
