import { okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { deleteUserOneTimeTokens } from '../codes/one-time-token-store.ts'
import { authErrors } from '../errors.ts'
import { isUuid } from '../fields.ts'
import { queueSecurityNotice } from '../messages/mail.ts'
import { deleteIdentity, findUserIdentities, updateUserProviders } from './identity-store.ts'
import { findUserByEmail, lockUser, type UserChanges, updateUser } from './user-store.ts'

/** DELETE /user/identities/:id. Unlinks an identity (sign-in method) from the user. Throws 422 for the last identity (auth-contract.md 9.3). */
export const unlinkIdentity = defineAuthEndpoint({
  who: 'user',
  limit: 'user',
  async handle({ auth, params, signedIn }) {
    const { user } = signedIn
    if (!auth.config.enableManualLinking) throw authErrors.manualLinkingDisabled()
    const id = params.id ?? ''
    if (!isUuid(id)) throw authErrors.notFoundById({ message: 'identity_id must be an UUID' })
    await auth.db.transaction(async (tx) => {
      const locked = await lockUser(tx, user.id)
      const identities = await findUserIdentities(tx, user.id)
      const identity = identities.find((candidate) => candidate.id === id)
      if (identities.length <= 1) throw authErrors.singleIdentity()
      if (locked === null || identity === undefined) throw authErrors.identityNotFound()
      await deleteIdentity(tx, identity.id)
      const left = identities.filter((candidate) => candidate.id !== id)
      const isPhone = identity.provider === 'phone'
      const changed: UserChanges = isPhone ? { phone: null, phone_confirmed_at: null } : emailFrom(left)
      const { email } = changed
      if (email && email !== locked.email && (await findUserByEmail(tx, email)) !== null)
        throw authErrors.identityEmailTaken()
      await updateUserProviders(tx, await updateUser(tx, user.id, changed))
      await deleteUserOneTimeTokens(tx, user.id)
      await recordAuditEvent(tx, 'identity_unlinked', user, { provider: identity.provider })
      await queueSecurityNotice(tx, auth, user.email, 'identity_unlinked')
    })
    auth.wakeMailWorker()
    return okResponse({})
  },
})

type RemainingIdentity = { email: string | null; identity_data: Record<string, unknown> }

/**
 * Returns the changes to a user's e-mail columns after an identity was unlinked: the oldest verified address of the remaining identities,
 * or no address. An unverified address is not used: its owner could take over the account by confirming it.
 */
function emailFrom(left: readonly RemainingIdentity[]): UserChanges {
  const verified = left.find(({ email, identity_data }) => email && identity_data.email_verified === true)
  if (verified?.email) return { email: verified.email }
  return left.some(({ email }) => email) ? { email: null, email_confirmed_at: null } : {}
}
