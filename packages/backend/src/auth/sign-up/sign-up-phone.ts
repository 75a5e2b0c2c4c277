import { isDatabaseError } from '../../database/port/errors.ts'
import { type EndpointResponse, okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { issueOneTimeToken } from '../codes/one-time-token.ts'
import { authErrors } from '../errors.ts'
import { enforceSmsLimit } from '../global-limits.ts'
import { formatSmsCodeText, type PendingSms, requireSmsChannel, sendSms } from '../messages/sms.ts'
import type { RateLimitClient } from '../requester.ts'
import { openSession, respondWithSession } from '../sessions/session.ts'
import { createUser } from '../users/new-user.ts'
import { findUserByPhone, retryOnUniqueViolation, updateUser } from '../users/user-store.ts'
import {
  comparePendingPassword,
  type PendingPasswordComparison,
  registerUnconfirmedSignUp,
  type UnconfirmedSignUp,
} from './unconfirmed-sign-up.ts'

/** A validated sign-up with a phone number. `phone` is in E.164 format without the plus sign. */
export type PhoneSignUp = {
  phone: string
  password: string
  passwordHash: string
  data: Record<string, unknown>
  sourceKey: string
  channel: string
  userAgent: string | null
  requester: RateLimitClient
}

/** Creates an account and sends a code by text message, or opens a session at once when confirmations are disabled. */
export async function signUpWithPhone(auth: AuthDependencies, signUp: PhoneSignUp): Promise<EndpointResponse> {
  requireSmsChannel(signUp.channel)
  return auth.config.sms.enableConfirmations
    ? await createUnconfirmed(auth, signUp)
    : await createConfirmed(auth, signUp)
}

async function createUnconfirmed(auth: AuthDependencies, signUp: PhoneSignUp): Promise<EndpointResponse> {
  // No text message is sent to a phone number that an account has confirmed already.
  const isSent = !(await findUserByPhone(auth.db.kysely, signUp.phone))?.phone_confirmed_at
  await enforceSmsLimit(auth, { kind: 'confirmation', to: signUp.phone, requester: signUp.requester, isSent })
  const unconfirmed = { ...signUp, provider: 'phone', address: signUp.phone } as const
  const pending = await comparePendingPassword(auth, unconfirmed)
  const { body, message } = await retryOnUniqueViolation(() => register(auth, unconfirmed, pending))
  if (message !== null) await sendSms(auth, message)
  return okResponse(body)
}

type RegistrationResult = { body: object; message: PendingSms | null }

function register(
  auth: AuthDependencies,
  signUp: UnconfirmedSignUp,
  pending: PendingPasswordComparison,
): Promise<RegistrationResult> {
  return auth.db.transaction(async (tx) => {
    const { user, known, body } = await registerUnconfirmedSignUp(tx, auth, signUp, pending)
    if (user === null) {
      await recordAuditEvent(tx, 'user_repeated_signup', known, { provider: 'phone' })
      return { body, message: null }
    }
    const { address } = signUp
    const { code } = await issueOneTimeToken(tx, auth, { userId: user.id, kind: 'confirmation', relatesTo: address })
    await updateUser(tx, user.id, { confirmation_sent_at: auth.now() })
    await recordAuditEvent(tx, 'user_confirmation_requested', user, { provider: 'phone' })
    return { body, message: { to: address, text: formatSmsCodeText(auth, code) } }
  })
}

async function createConfirmed(
  auth: AuthDependencies,
  { phone, passwordHash, data, userAgent }: PhoneSignUp,
): Promise<EndpointResponse> {
  const newUser = { provider: 'phone', address: phone, passwordHash, data, isConfirmed: true, now: auth.now() } as const
  try {
    const grant = await auth.db.transaction(async (tx) => {
      if ((await findUserByPhone(tx, phone)) !== null) throw authErrors.userAlreadyExists()
      const user = await createUser(tx, newUser)
      await recordAuditEvent(tx, 'user_signedup', user, { provider: 'phone' })
      return await openSession(tx, auth, user, { method: 'password', userAgent })
    })
    return await respondWithSession(auth, grant)
  } catch (error) {
    if (isDatabaseError(error) && error.code === '23505') throw authErrors.userAlreadyExists({ cause: error })
    throw error
  }
}
