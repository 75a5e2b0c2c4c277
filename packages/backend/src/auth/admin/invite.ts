import type { Tx } from '../../database/port/tables.ts'
import { okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { jsonBodySchema, requireEmail, text, userMetadataSchema } from '../fields.ts'
import { queueConfirmationMail } from '../messages/confirm-mail.ts'
import { resolveRedirectUrl } from '../redirects/redirect.ts'
import { findUserIdentities } from '../users/identity-store.ts'
import { createUser } from '../users/new-user.ts'
import { replacePendingSignUp } from '../users/unconfirmed-account.ts'
import { renderUser } from '../users/user.ts'
import { findUserByEmail, retryOnUniqueViolation, updateUser } from '../users/user-store.ts'

const input = jsonBodySchema({ email: text, data: userMetadataSchema })

/** POST /invite. Creates a user and mails an invitation (auth-contract.md 13.4). Also works while sign-ups are disabled. */
export const adminInviteUser = defineAuthEndpoint({
  who: 'operator',
  input,
  async handle({ auth, input, request }) {
    const email = requireEmail(input.email)
    const redirectTo = resolveRedirectUrl(auth, request)
    const add = async (tx: Tx) => {
      const existing = await findUserByEmail(tx, email)
      if (existing !== null && existing.email_confirmed_at !== null) throw authErrors.emailExists()
      const newUser = {
        provider: 'email',
        address: email,
        passwordHash: null,
        data: input.data,
        isConfirmed: false,
        now: auth.now(),
        byOperator: true,
      } as const
      const profile = { data: input.data, passwordHash: null }
      const user = existing === null ? await createUser(tx, newUser) : await replacePendingSignUp(tx, existing, profile)
      await queueConfirmationMail(tx, auth, { user, email, purpose: 'invite', challenge: null, redirectTo })
      const invited = await updateUser(tx, user.id, { invited_at: auth.now() })
      await recordAuditEvent(tx, 'user_invited', user)
      return renderUser(invited, await findUserIdentities(tx, user.id))
    }
    const body = await retryOnUniqueViolation(() => auth.db.transaction(add))
    auth.wakeMailWorker()
    return okResponse(body)
  },
})
