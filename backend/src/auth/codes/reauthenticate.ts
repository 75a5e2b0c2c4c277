import { ok } from '../../http/answer.ts'
import { audit } from '../audit.ts'
import type { Auth } from '../auth.ts'
import { authEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { invalid } from '../fields.ts'
import { limitMail, limitMessage } from '../global-limits.ts'
import { mailCode } from '../messages/mail.ts'
import { codeMessage, sendMessage } from '../messages/sms.ts'
import { type Requester, requesterOf } from '../requester.ts'
import { type UserRow, updateUser } from '../users/user-store.ts'
import { issueToken } from './one-time-token.ts'

/** GET /reauthenticate. Sends a code to the signed-in user. A password change accepts it instead of the current password (auth-contract.md 8.3). */
export function reauthenticate(auth: Auth) {
  return authEndpoint(auth, {
    who: 'user',
    async handle({ request, signedIn }) {
      const { user } = signedIn
      const requester = requesterOf(auth, request)
      if (user.email) await mailNonce(auth, user, user.email, requester)
      else if (user.phone) await textNonce(auth, user, user.phone, requester)
      else throw invalid('Reauthentication requires the user to have an email or a phone number')
      return ok({})
    },
  })
}

async function mailNonce(auth: Auth, user: UserRow, email: string, requester: Requester): Promise<void> {
  if (user.email_confirmed_at === null) throw authErrors.emailUnconfirmed()
  await limitMail(auth, { kind: 'reauthentication', to: email, requester })
  await auth.db.transaction(async (tx) => {
    const { code } = await issueToken(tx, auth, { userId: user.id, kind: 'reauthentication', relatesTo: email })
    await mailCode(tx, auth, email, code)
    await updateUser(tx, user.id, { reauthentication_sent_at: auth.now() })
    await audit(tx, 'user_reauthenticate_requested', user)
  })
  auth.wakeMailWorker()
}

async function textNonce(auth: Auth, user: UserRow, phone: string, requester: Requester): Promise<void> {
  if (user.phone_confirmed_at === null) throw authErrors.phoneUnconfirmed()
  await limitMessage(auth, { kind: 'reauthentication', to: phone, requester })
  const code = await auth.db.transaction(async (tx) => {
    const token = await issueToken(tx, auth, { userId: user.id, kind: 'reauthentication', relatesTo: phone })
    await updateUser(tx, user.id, { reauthentication_sent_at: auth.now() })
    await audit(tx, 'user_reauthenticate_requested', user)
    return token.code
  })
  await sendMessage(auth, { to: phone, text: codeMessage(auth, code) })
}
