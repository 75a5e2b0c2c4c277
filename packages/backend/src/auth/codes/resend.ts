import type * as v from 'valibot'
import type { Tx } from '../../database/port/tables.ts'
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
import { countResentMessageIfAllowed, enforceMessageLimit } from '../global-limits.ts'
import { queueConfirmationMail } from '../messages/confirm-mail.ts'
import { createSmsCode, type PendingSms, sendSms } from '../messages/sms.ts'
import { withMinimumDuration } from '../minimum-duration.ts'
import { resolveRedirectUrl } from '../redirects/redirect.ts'
import type { Requester } from '../requester.ts'
import { beginEmailChange } from '../users/email-change.ts'
import { findUserByAddress, findUserByEmail, type UserRow } from '../users/user-store.ts'

const input = jsonBodySchema({ type: text, email: text, phone: text, ...pkceFields, ...captchaFields })
type Input = v.InferOutput<typeof input>

/**
 * For each type of message: how it is sent, as what it is counted, and whether an account waits for it, because it has not confirmed its
 * e-mail address or phone number, or a new one.
 */
const messages = {
  signup: { provider: 'email', kind: 'confirmation', isAwaited: (user: UserRow) => user.email_confirmed_at === null },
  email_change: { provider: 'email', kind: 'email_change', isAwaited: (user: UserRow) => Boolean(user.email_change) },
  sms: { provider: 'phone', kind: 'code', isAwaited: (user: UserRow) => user.phone_confirmed_at === null },
  phone_change: { provider: 'phone', kind: 'code', isAwaited: (user: UserRow) => Boolean(user.phone_change) },
} as const

/** A message to send again to `address`, an e-mail address or phone number. */
type Target = { type: keyof typeof messages; address: string }

/** POST /resend. Sends a pending mail or text message again. The response is the same when none is pending (auth-contract.md section 5). */
export const resendConfirmationEndpoint = defineAuthEndpoint({
  who: 'anyone',
  limit: 'resend',
  input,
  async handle({ auth, input, request, requester }) {
    const target = readTarget(auth, input)
    const link = { challenge: parseCodeChallenge(input), redirectTo: resolveRedirectUrl(auth, request) }
    await withMinimumDuration(() => resend(auth, target, link, requester))
    auth.wakeMailWorker()
    return okResponse({})
  },
})

function readTarget(auth: AuthDependencies, { type, email, phone }: Input): Target {
  if (type !== 'signup' && type !== 'email_change' && type !== 'sms' && type !== 'phone_change') {
    throw createValidationError('Missing one of these types: signup, email_change, sms, phone_change')
  }
  if (email !== '' && phone !== '')
    throw createValidationError('Only an email address or phone number should be provided.')
  if (email === '' && phone === '') throw createValidationError('Missing email address or phone number')
  if (messages[type].provider === 'email') {
    if (email === '') throw createValidationError('Type provided requires an email address')
    if (!auth.config.email.enableSignup)
      throw authErrors.emailProviderDisabled({ message: 'Email logins are disabled' })
    return { type, address: requireEmail(email) }
  }
  if (phone === '') throw createValidationError('Type provided requires a phone number')
  if (!auth.config.sms.enableSignup) throw authErrors.phoneProviderDisabled({ message: 'Phone logins are disabled' })
  return { type, address: requirePhone(phone) }
}

type Link = { challenge: CodeChallenge; redirectTo: string }

async function resend(auth: AuthDependencies, { type, address }: Target, link: Link, requester: Requester) {
  const { provider, kind, isAwaited } = messages[type]
  const known = await findUserByAddress(auth.db.kysely, provider, address)
  const isSent = known !== null && isAwaited(known)
  await enforceMessageLimit(auth, provider === 'email' ? 'mail' : 'sms', { kind, to: address, requester, isSent })
  const message = await auth.db.transaction(async (tx) => {
    const user = await findUserByAddress(tx, provider, address)
    if (user === null || !isAwaited(user)) return null
    return provider === 'email'
      ? await queueMail(tx, auth, user, { type, address }, link)
      : await createCode(tx, auth, user, { type, address })
  })
  await sendSms(auth, message)
}

async function queueMail(tx: Tx, auth: AuthDependencies, user: UserRow, { type, address }: Target, link: Link) {
  const { email_change: to } = user
  if (type === 'signup') {
    await queueConfirmationMail(tx, auth, { user, email: address, purpose: 'signup', ...link })
    await recordAuditEvent(tx, 'user_confirmation_requested', user)
  } else if (to && (await findUserByEmail(tx, to)) === null) {
    const isAllowed = await countResentMessageIfAllowed(auth, 'mail', { kind: 'email_change', to }, tx)
    if (isAllowed) await beginEmailChange(tx, auth, { user, email: to, ...link })
  }
  return null
}

async function createCode(
  tx: Tx,
  auth: AuthDependencies,
  user: UserRow,
  { type, address }: Target,
): Promise<PendingSms | null> {
  const to = type === 'sms' ? address : (user.phone_change ?? address)
  const kind = type === 'sms' ? 'confirmation' : 'phone_change'
  if (to !== address && !(await countResentMessageIfAllowed(auth, 'sms', { kind, to }, tx))) return null
  return await createSmsCode(tx, auth, { userId: user.id, kind, relatesTo: to })
}
