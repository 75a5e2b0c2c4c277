import { type EndpointResponse, okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { enforceSmsLimit } from '../global-limits.ts'
import { formatSmsCodeText, type PendingSms, sendSms } from '../messages/sms.ts'
import type { RateLimitClient } from '../requester.ts'
import { createUser } from '../users/new-user.ts'
import { findUserByPhone, requireStorableMetadata, retryOnUniqueViolation, updateUser } from '../users/user-store.ts'
import { issueOneTimeToken } from './one-time-token.ts'
import { recordSignInCodeRequest } from './record-code-request.ts'

/** A validated request for a code by text message. `phone` is in E.164 format without the plus sign. */
export type PhoneOtpRequest = {
  phone: string
  createsUser: boolean
  data: Record<string, unknown>
  /** Keyed hash of the client's IP address or IPv6 /64 network (`hashClientNetwork`). */
  sourceKey: string
  requester: RateLimitClient
}

/** Sends a code by text message. Creates a user for a new number; entering the code confirms that user. */
export async function sendPhoneOtp(auth: AuthDependencies, otp: PhoneOtpRequest): Promise<EndpointResponse> {
  const known = await findUserByPhone(auth.db.kysely, otp.phone)
  if (!otp.createsUser && known === null) throw authErrors.otpDisabled()
  if (known === null && !auth.config.enableSignup) throw authErrors.signupDisabled()
  await requireStorableMetadata(auth.db.kysely, otp.data)
  await enforceSmsLimit(auth, { kind: 'code', to: otp.phone, requester: otp.requester, isSent: true })
  await sendSms(auth, await retryOnUniqueViolation(() => createCode(auth, otp)))
  return okResponse({})
}

function createCode(auth: AuthDependencies, { phone, data, sourceKey }: PhoneOtpRequest): Promise<PendingSms> {
  return auth.db.transaction(async (tx) => {
    const newUser = { provider: 'phone', address: phone, passwordHash: null, data, isConfirmed: false } as const
    const known = await findUserByPhone(tx, phone)
    const found = known ?? (await createUser(tx, { ...newUser, now: auth.now() }))
    const user = await recordSignInCodeRequest(tx, found, { isNew: known === null, data, sourceKey })
    const { code } = await issueOneTimeToken(tx, auth, { userId: user.id, kind: 'confirmation', relatesTo: phone })
    await updateUser(tx, user.id, { confirmation_sent_at: auth.now() })
    await recordAuditEvent(tx, 'user_recovery_requested', user, { provider: 'phone' })
    return { to: phone, text: formatSmsCodeText(auth, code) }
  })
}
