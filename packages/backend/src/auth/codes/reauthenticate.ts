import { okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { createValidationError } from '../fields.ts'
import { enforceMessageLimit } from '../global-limits.ts'
import { queueCodeMail } from '../messages/mail.ts'
import { formatSmsCodeText, sendSms } from '../messages/sms.ts'
import { updateUser } from '../users/user-store.ts'
import { issueOneTimeToken } from './one-time-token.ts'

/** GET /reauthenticate. Sends a code to the signed-in user. A password change accepts it instead of the current password (auth-contract.md 8.3). */
export const reauthenticationCodeEndpoint = defineAuthEndpoint({
  who: 'user',
  async handle({ auth, requester, signedIn }) {
    const { user } = signedIn
    const [channel, to] = user.email ? (['mail', user.email] as const) : (['sms', user.phone] as const)
    if (!to) throw createValidationError('Reauthentication requires the user to have an email or a phone number')
    if (channel === 'mail' && user.email_confirmed_at === null) throw authErrors.emailUnconfirmed()
    if (channel === 'sms' && user.phone_confirmed_at === null) throw authErrors.phoneUnconfirmed()
    await enforceMessageLimit(auth, channel, { kind: 'reauthentication', to, requester, isSent: true })
    const code = await auth.db.transaction(async (tx) => {
      const token = await issueOneTimeToken(tx, auth, { userId: user.id, kind: 'reauthentication', relatesTo: to })
      if (channel === 'mail') await queueCodeMail(tx, auth, to, token.code)
      await updateUser(tx, user.id, { reauthentication_sent_at: auth.now() })
      await recordAuditEvent(tx, 'user_reauthenticate_requested', user)
      return token.code
    })
    if (channel === 'sms') await sendSms(auth, { to, text: formatSmsCodeText(auth, code) })
    auth.wakeMailWorker()
    return okResponse({})
  },
})
