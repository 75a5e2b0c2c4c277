import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { ok } from '../../http/answer.ts'
import { BODY_LIMITS } from '../../http/body.ts'
import { endpoint } from '../../http/endpoint.ts'
import { audit } from '../audit.ts'
import type { Auth } from '../auth.ts'
import { adminOnly } from '../bearer.ts'
import { authErrors } from '../errors.ts'
import { jsonBody, metadata, requireEmail, text } from '../fields.ts'
import { mailConfirmation } from '../messages/confirm-mail.ts'
import { redirectOf } from '../redirects/redirect-of.ts'
import { findIdentitiesOf } from '../users/identity-store.ts'
import { createUser } from '../users/new-user.ts'
import { giveToOperator } from '../users/unproven-account.ts'
import { renderUser } from '../users/user.ts'
import { findUserByEmail, insertedOnce, updateUser } from '../users/user-store.ts'

const input = jsonBody({ email: text, data: metadata })

/** POST /invite. Adds somebody and mails them a way in (auth-contract.md 13.4). Works while sign-ups are switched off. */
export function invite(auth: Auth) {
  return endpoint({
    access: 'public',
    guards: [adminOnly(auth)],
    bodyLimit: BODY_LIMITS.auth,
    input,
    async handle({ input, request }) {
      const email = requireEmail(input.email)
      const redirectTo = redirectOf(auth, request)
      const add = async (tx: Transaction<Tables>) => {
        const existing = await findUserByEmail(tx, email)
        if (existing !== null && existing.email_confirmed_at !== null) throw authErrors.emailExists()
        const person = {
          provider: 'email',
          address: email,
          passwordHash: null,
          data: input.data,
          isConfirmed: false,
          now: auth.now(),
          byOperator: true,
        } as const
        const said = { data: input.data, passwordHash: null }
        const user = existing === null ? await createUser(tx, person) : await giveToOperator(tx, existing, said)
        await mailConfirmation(tx, auth, { user, email, purpose: 'invite', challenge: null, redirectTo })
        const invited = await updateUser(tx, user.id, { invited_at: auth.now() })
        await audit(tx, 'user_invited', user)
        return renderUser(invited, await findIdentitiesOf(tx, user.id))
      }
      const body = await insertedOnce(() => auth.db.transaction(add))
      auth.mailIsWaiting()
      return ok(body)
    },
  })
}
