import { okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { createValidationError } from '../fields.ts'
import { enforceMailLimit, enforceSmsLimit } from '../global-limits.ts'
import { queueCodeMail } from '../messages/mail.ts'
import { formatSmsCodeText, sendSms } from '../messages/sms.ts'
import { identifyRateLimitClient, type RateLimitClient } from '../requester.ts'
import { type UserRow, updateUser } from '../users/user-store.ts'
import { issueOneTimeToken } from './one-time-token.ts'

/** GET /reauthenticate. Sends a code to the signed-in user. A password change accepts it instead of the current password (auth-contract.md 8.3). */
export const reauthenticationCodeEndpoint = defineAuthEndpoint({
  who: 'user',
  async handle({ auth, request, signedIn }) {
    const { user } = signedIn
    const requester = identifyRateLimitClient(auth, request)
    if (user.email) await mailNonce(auth, user, user.email, requester)
    else if (user.phone) await textNonce(auth, user, user.phone, requester)
    else throw createValidationError('Reauthentication requires the user to have an email or a phone number')
    return okResponse({})
  },
})

async function mailNonce(
  auth: AuthDependencies,
  user: UserRow,
  email: string,
  requester: RateLimitClient,
): Promise<void> {
  if (user.email_confirmed_at === null) throw authErrors.emailUnconfirmed()
  await enforceMailLimit(auth, { kind: 'reauthentication', to: email, requester, isSent: true })
  await auth.db.transaction(async (tx) => {
    const { code } = await issueOneTimeToken(tx, auth, { userId: user.id, kind: 'reauthentication', relatesTo: email })
    await queueCodeMail(tx, auth, email, code)
    await updateUser(tx, user.id, { reauthentication_sent_at: auth.now() })
    await recordAuditEvent(tx, 'user_reauthenticate_requested', user)
  })
  auth.wakeMailWorker()
}

async function textNonce(
  auth: AuthDependencies,
  user: UserRow,
  phone: string,
  requester: RateLimitClient,
): Promise<void> {
  if (user.phone_confirmed_at === null) throw authErrors.phoneUnconfirmed()
  await enforceSmsLimit(auth, { kind: 'reauthentication', to: phone, requester, isSent: true })
  const code = await auth.db.transaction(async (tx) => {
    const token = await issueOneTimeToken(tx, auth, { userId: user.id, kind: 'reauthentication', relatesTo: phone })
    await updateUser(tx, user.id, { reauthentication_sent_at: auth.now() })
    await recordAuditEvent(tx, 'user_reauthenticate_requested', user)
    return token.code
  })
  await sendSms(auth, { to: phone, text: formatSmsCodeText(auth, code) })
}
