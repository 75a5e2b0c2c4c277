import { ok } from '../../http/answer.ts'
import { endpoint } from '../../http/endpoint.ts'
import { audit } from '../audit.ts'
import type { Auth } from '../auth.ts'
import { requireUser } from '../bearer.ts'
import { clearTokens } from '../codes/one-time-token-store.ts'
import { authErrors } from '../errors.ts'
import { isUuid } from '../fields.ts'
import { mailNotice } from '../messages/mail.ts'
import { deleteIdentity, findIdentitiesOf, refreshProviders } from './identity-store.ts'
import { lockUser, updateUser } from './user-store.ts'

/** DELETE /user/identities/:id. Takes one way to sign in away, never the last (auth-contract.md 9.3). */
export function unlinkIdentity(auth: Auth) {
  return endpoint({
    access: 'public',
    async handle({ params, request }) {
      const { user } = await requireUser(auth, request)
      if (!auth.config.enableManualLinking) throw authErrors.manualLinkingDisabled()
      const id = params.id ?? ''
      if (!isUuid(id)) throw authErrors.notFoundById({ message: 'identity_id must be an UUID' })
      await auth.db.transaction(async (tx) => {
        const locked = await lockUser(tx, user.id)
        const identities = await findIdentitiesOf(tx, user.id)
        const identity = identities.find((candidate) => candidate.id === id)
        if (identities.length <= 1) throw authErrors.singleIdentity()
        if (locked === null || identity === undefined) throw authErrors.identityNotFound()
        await deleteIdentity(tx, identity.id)
        const left = identities.filter((candidate) => candidate.id !== id)
        const changed = identity.provider === 'phone' ? { phone: null, phone_confirmed_at: null } : emailFrom(left)
        await refreshProviders(tx, await updateUser(tx, user.id, changed))
        await clearTokens(tx, user.id)
        await audit(tx, 'identity_unlinked', user, { provider: identity.provider })
        await mailNotice(tx, auth, user.email, 'identity_unlinked')
      })
      auth.mailIsWaiting()
      return ok({})
    },
  })
}

type Known = { email: string | null; identity_data: Record<string, unknown> }

/** The address of the identities that are left: a verified one first, then the oldest. */
function emailFrom(left: readonly Known[]): { email?: string; email_confirmed_at?: Date | null } {
  const verified = left.find(({ email, identity_data }) => email && identity_data.email_verified === true)
  const chosen = verified ?? left.find(({ email }) => email)
  if (!chosen?.email) return {}
  return verified ? { email: chosen.email } : { email: chosen.email, email_confirmed_at: null }
}
