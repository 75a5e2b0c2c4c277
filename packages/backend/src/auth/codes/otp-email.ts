import { type EndpointResponse, okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { CodeChallenge } from '../fields.ts'
import { enforceMailLimit } from '../global-limits.ts'
import { queueConfirmationMail } from '../messages/confirm-mail.ts'
import type { RateLimitClient } from '../requester.ts'
import { createUser } from '../users/new-user.ts'
import { findUserByEmail, requireStorableMetadata, retryOnUniqueViolation } from '../users/user-store.ts'
import { recordSignInCodeRequest } from './record-code-request.ts'

/** A validated request for a code by mail. */
export type EmailOtpRequest = {
  email: string
  createsUser: boolean
  data: Record<string, unknown>
  /** Keyed hash of the client's IP address or IPv6 /64 network (`hashClientNetwork`). */
  sourceKey: string
  challenge: CodeChallenge
  redirectTo: string
  requester: RateLimitClient
}

/**
 * Mails a sign-in code and a link. For an unknown e-mail address it creates a user; using the code or link then also confirms the address.
 */
export async function sendEmailOtp(auth: AuthDependencies, otp: EmailOtpRequest): Promise<EndpointResponse> {
  const known = await findUserByEmail(auth.db.kysely, otp.email)
  if (!otp.createsUser && known === null) throw authErrors.otpDisabled()
  if (known === null && !auth.config.enableSignup) throw authErrors.signupDisabled()
  await requireStorableMetadata(auth.db.kysely, otp.data)
  await enforceMailLimit(auth, { kind: 'recovery', to: otp.email, requester: otp.requester, isSent: true })
  await retryOnUniqueViolation(() => mailTo(auth, otp))
  auth.wakeMailWorker()
  return okResponse({})
}

function mailTo(
  auth: AuthDependencies,
  { email, data, sourceKey, challenge, redirectTo }: EmailOtpRequest,
): Promise<void> {
  return auth.db.transaction(async (tx) => {
    const isConfirmed = !auth.config.email.enableConfirmations
    const newUser = {
      provider: 'email',
      address: email,
      passwordHash: null,
      data,
      isConfirmed,
      now: auth.now(),
    } as const
    const known = await findUserByEmail(tx, email)
    const user = await recordSignInCodeRequest(tx, known ?? (await createUser(tx, newUser)), {
      isNew: known === null,
      data,
      sourceKey,
    })
    const purpose = user.email_confirmed_at === null ? 'signup' : 'magiclink'
    await queueConfirmationMail(tx, auth, { user, email, purpose, challenge, redirectTo })
    await recordAuditEvent(tx, purpose === 'signup' ? 'user_confirmation_requested' : 'user_recovery_requested', user)
  })
}
