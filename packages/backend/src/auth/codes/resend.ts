import type * as v from 'valibot'
import { okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import {
  type CodeChallenge,
  captchaFields,
  createValidationError,
  jsonBodySchema,
  parseCodeChallenge,
  pkceFields,
  requireEmail,
  requirePhone,
  text,
} from '../fields.ts'
import { countResentMessageIfAllowed, enforceMailLimit, enforceSmsLimit } from '../global-limits.ts'
import { queueConfirmationMail } from '../messages/confirm-mail.ts'
import { formatSmsCodeText, type PendingSms, sendSms } from '../messages/sms.ts'
import { withMinimumDuration } from '../minimum-duration.ts'
import { resolveRedirectUrl } from '../redirects/resolve-redirect-url.ts'
import { identifyRateLimitClient, type RateLimitClient } from '../requester.ts'
import { beginEmailChange } from '../users/email-change.ts'
import { findUserByEmail, findUserByPhone, type UserRow } from '../users/user-store.ts'
import { issueOneTimeToken } from './one-time-token.ts'

const input = jsonBodySchema({ type: text, email: text, phone: text, ...pkceFields, ...captchaFields })
type Input = v.InferOutput<typeof input>

/** POST /resend. Sends a pending mail or text message again. The response is the same when none is pending (auth-contract.md section 5). */
export const resendConfirmationEndpoint = defineAuthEndpoint({
  who: 'anyone',
  limit: 'resend',
  input,
  async handle({ auth, input, request }) {
    const target = readTarget(auth, input)
    const challenge = parseCodeChallenge(input)
    const redirectTo = resolveRedirectUrl(auth, request)
    const requester = identifyRateLimitClient(auth, request)
    await withMinimumDuration(() =>
      'email' in target
        ? resendMail(auth, { ...target, challenge, redirectTo, requester })
        : resendCode(auth, { ...target, requester }),
    )
    auth.wakeMailWorker()
    return okResponse({})
  },
})

type ResendTarget = { type: 'signup' | 'email_change'; email: string } | { type: 'sms' | 'phone_change'; phone: string }

function readTarget(auth: AuthDependencies, { type, email, phone }: Input): ResendTarget {
  const isMailed = type === 'signup' || type === 'email_change'
  if (!isMailed && type !== 'sms' && type !== 'phone_change') {
    throw createValidationError('Missing one of these types: signup, email_change, sms, phone_change')
  }
  if (email !== '' && phone !== '')
    throw createValidationError('Only an email address or phone number should be provided.')
  if (email === '' && phone === '') throw createValidationError('Missing email address or phone number')
  if (isMailed) {
    if (email === '') throw createValidationError('Type provided requires an email address')
    if (!auth.config.email.enableSignup)
      throw authErrors.emailProviderDisabled({ message: 'Email logins are disabled' })
    return { type, email: requireEmail(email) }
  }
  if (phone === '') throw createValidationError('Type provided requires a phone number')
  if (!auth.config.sms.enableSignup) throw authErrors.phoneProviderDisabled({ message: 'Phone logins are disabled' })
  return { type, phone: requirePhone(phone) }
}

type Mail = {
  type: 'signup' | 'email_change'
  email: string
  challenge: CodeChallenge
  redirectTo: string
  requester: RateLimitClient
}

async function resendMail(
  auth: AuthDependencies,
  { type, email, challenge, redirectTo, requester }: Mail,
): Promise<void> {
  const kind = type === 'signup' ? 'confirmation' : 'email_change'
  const isSent = isWaitingForMail(type, await findUserByEmail(auth.db.kysely, email))
  await enforceMailLimit(auth, { kind, to: email, requester, isSent })
  await auth.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (user === null || !isWaitingForMail(type, user)) return
    if (type === 'email_change') {
      if (!user.email_change || (await findUserByEmail(tx, user.email_change)) !== null) return
      if (!(await countResentMessageIfAllowed(auth, 'mail', { kind: 'email_change', to: user.email_change }, tx)))
        return
      await beginEmailChange(tx, auth, { user, email: user.email_change, challenge, redirectTo })
    } else {
      await queueConfirmationMail(tx, auth, { user, email, purpose: 'signup', challenge, redirectTo })
      await recordAuditEvent(tx, 'user_confirmation_requested', user)
    }
  })
}

/** Returns whether an account waits for the confirmation of its e-mail address, or of a new one. */
function isWaitingForMail(type: Mail['type'], user: UserRow | null): boolean {
  return type === 'signup' ? user?.email_confirmed_at === null : Boolean(user?.email_change)
}

type Code = { type: 'sms' | 'phone_change'; phone: string; requester: RateLimitClient }

async function resendCode(auth: AuthDependencies, { phone, type, requester }: Code): Promise<void> {
  const isSent = isWaitingForCode(type, await findUserByPhone(auth.db.kysely, phone))
  await enforceSmsLimit(auth, { kind: 'code', to: phone, requester, isSent })
  const message = await auth.db.transaction(async (tx): Promise<PendingSms | null> => {
    const user = await findUserByPhone(tx, phone)
    if (user === null || !isWaitingForCode(type, user)) return null
    const to = type === 'sms' ? phone : (user.phone_change ?? phone)
    const kind = type === 'sms' ? 'confirmation' : 'phone_change'
    if (to !== phone && !(await countResentMessageIfAllowed(auth, 'sms', { kind, to }, tx))) return null
    const { code } = await issueOneTimeToken(tx, auth, { userId: user.id, kind, relatesTo: to })
    return { to, text: formatSmsCodeText(auth, code) }
  })
  if (message !== null) await sendSms(auth, message)
}

/** Returns whether an account waits for the confirmation of its phone number, or of a new one. */
function isWaitingForCode(type: Code['type'], user: UserRow | null): boolean {
  return type === 'sms' ? user?.phone_confirmed_at === null : Boolean(user?.phone_change)
}
