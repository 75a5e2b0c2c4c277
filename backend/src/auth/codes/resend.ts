import type * as v from 'valibot'
import { ok } from '../../http/answer.ts'
import { audit } from '../audit.ts'
import type { Auth } from '../auth.ts'
import { authEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import {
  type CodeChallenge,
  invalid,
  jsonBody,
  pkceFields,
  readCodeChallenge,
  requireEmail,
  requirePhone,
  securityFields,
  text,
} from '../fields.ts'
import { hasQuotaFor, limitMail, limitMessage } from '../global-limits.ts'
import { mailConfirmation } from '../messages/confirm-mail.ts'
import { codeMessage, type PendingMessage, sendMessage } from '../messages/sms.ts'
import { withMinimumDuration } from '../minimum-duration.ts'
import { redirectOf } from '../redirects/redirect-of.ts'
import { type Requester, requesterOf } from '../requester.ts'
import { beginEmailChange } from '../users/email-change.ts'
import { findUserByEmail, findUserByPhone } from '../users/user-store.ts'
import { issueToken } from './one-time-token.ts'

const input = jsonBody({ type: text, email: text, phone: text, ...pkceFields, ...securityFields })
type Input = v.InferOutput<typeof input>

/** POST /resend. Sends a pending mail or text message again. The response is the same when none is pending (auth-contract.md section 5). */
export function resend(auth: Auth) {
  return authEndpoint(auth, {
    who: 'anyone',
    limit: 'resend',
    input,
    async handle({ input, request }) {
      const target = readTarget(auth, input)
      const challenge = readCodeChallenge(input)
      const redirectTo = redirectOf(auth, request)
      const requester = requesterOf(auth, request)
      await withMinimumDuration(() =>
        'email' in target
          ? resendMail(auth, { ...target, challenge, redirectTo, requester })
          : resendCode(auth, { ...target, requester }),
      )
      auth.wakeMailWorker()
      return ok({})
    },
  })
}

type ResendTarget = { type: 'signup' | 'email_change'; email: string } | { type: 'sms' | 'phone_change'; phone: string }

function readTarget(auth: Auth, { type, email, phone }: Input): ResendTarget {
  const isMailed = type === 'signup' || type === 'email_change'
  if (!isMailed && type !== 'sms' && type !== 'phone_change') {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  }
  if (email !== '' && phone !== '') throw invalid('Only an email address or phone number should be provided.')
  if (email === '' && phone === '') throw invalid('Missing email address or phone number')
  if (isMailed) {
    if (email === '') throw invalid('Type provided requires an email address')
    if (!auth.config.email.enableSignup)
      throw authErrors.emailProviderDisabled({ message: 'Email logins are disabled' })
    return { type, email: requireEmail(email) }
  }
  if (phone === '') throw invalid('Type provided requires a phone number')
  if (!auth.config.sms.enableSignup) throw authErrors.phoneProviderDisabled({ message: 'Phone logins are disabled' })
  return { type, phone: requirePhone(phone) }
}

type Mail = {
  type: 'signup' | 'email_change'
  email: string
  challenge: CodeChallenge
  redirectTo: string
  requester: Requester
}

async function resendMail(auth: Auth, { type, email, challenge, redirectTo, requester }: Mail): Promise<void> {
  await limitMail(auth, { kind: type === 'signup' ? 'confirmation' : 'email_change', to: email, requester })
  await auth.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (user === null) return
    if (type === 'email_change') {
      if (!user.email_change || (await findUserByEmail(tx, user.email_change)) !== null) return
      if (!(await hasQuotaFor(auth, 'mail', { kind: 'email_change', to: user.email_change }, tx))) return
      await beginEmailChange(tx, auth, { user, email: user.email_change, challenge, redirectTo })
    } else {
      if (user.email_confirmed_at !== null) return
      await mailConfirmation(tx, auth, { user, email, purpose: 'signup', challenge, redirectTo })
      await audit(tx, 'user_confirmation_requested', user)
    }
  })
}

type Code = { type: 'sms' | 'phone_change'; phone: string; requester: Requester }

async function resendCode(auth: Auth, { phone, type, requester }: Code): Promise<void> {
  await limitMessage(auth, { kind: 'code', to: phone, requester })
  const message = await auth.db.transaction(async (tx): Promise<PendingMessage | null> => {
    const user = await findUserByPhone(tx, phone)
    const isWaiting = type === 'sms' ? user?.phone_confirmed_at === null : Boolean(user?.phone_change)
    if (user === null || !isWaiting) return null
    const to = type === 'sms' ? phone : (user.phone_change ?? phone)
    const kind = type === 'sms' ? 'confirmation' : 'phone_change'
    if (to !== phone && !(await hasQuotaFor(auth, 'sms', { kind, to }, tx))) return null
    const { code } = await issueToken(tx, auth, { userId: user.id, kind, relatesTo: to })
    return { to, text: codeMessage(auth, code) }
  })
  if (message !== null) await sendMessage(auth, message)
}
