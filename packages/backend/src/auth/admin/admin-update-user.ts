import type { Tx } from '../../database/port/tables.ts'
import { okResponse } from '../../http/endpoint-response.ts'
import { recordAuditEvent } from '../audit.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { deleteUserOneTimeTokens } from '../codes/one-time-token-store.ts'
import { authErrors } from '../errors.ts'
import { deleteRedeemableAuthFlows } from '../sessions/flow-state-store.ts'
import { deleteSessions, thinOutSessions } from '../sessions/session-store.ts'
import { findUserIdentities, updateUserProviders } from '../users/identity-store.ts'
import { applyPendingSignUp, replacePendingSignUp } from '../users/unconfirmed-account.ts'
import { renderUser } from '../users/user.ts'
import { upsertIdentity } from '../users/user-confirmation.ts'
import {
  findUserFactors,
  lockUser,
  mergeMetadata,
  refuseUniqueViolation,
  type UserChanges,
  type UserRow,
  updateUser,
} from '../users/user-store.ts'
import {
  type AdminUserInput,
  adminUserInputSchema,
  parseBanDuration,
  parseContactFields,
  requireUserId,
  resolvePasswordHash,
} from './admin-input.ts'

/** PUT /admin/users/:id. Changes a user at once and sends no mail (auth-contract.md 13.1). */
export const adminUpdateUser = defineAuthEndpoint({
  who: 'operator',
  input: adminUserInputSchema,
  async handle({ auth, input, params }) {
    const id = requireUserId(params.id)
    const hash = await resolvePasswordHash(input, auth.passwordRules)
    const changes: UserChanges = {
      ...parseContactFields(input),
      // When an operator sets an e-mail address, the user's own pending change of the e-mail address is cancelled.
      ...(input.email === '' ? {} : { email_change: null }),
      ...parseBanDuration(input, auth.now()),
      ...(input.role === '' ? {} : { role: input.role }),
      ...(input.aud === '' ? {} : { aud: input.aud }),
      ...(input.email_confirm ? { email_confirmed_at: auth.now() } : {}),
      ...(input.phone_confirm ? { phone_confirmed_at: auth.now() } : {}),
      ...(hash === null ? {} : { encrypted_password: hash }),
    }
    if (hash !== null) await thinOutSessions(auth.db.kysely, id)
    const update = () => auth.db.transaction((tx) => change(tx, id, input, changes))
    return okResponse(await refuseUniqueViolation(update, authErrors.userUpdateFailed))
  },
})

async function hasEmailIdentity(tx: Tx, id: string): Promise<boolean> {
  return (await findUserIdentities(tx, id)).some(({ provider }) => provider === 'email')
}

/**
 * Settles the pending password and metadata of an unconfirmed account, which an unverified sign-up has stored. They take effect when an
 * operator confirms the account's e-mail address or phone number, and are discarded when an operator sets its password.
 */
async function resolveClaim(tx: Tx, user: UserRow, changes: UserChanges): Promise<void> {
  if (user.confirmed_at !== null) return
  if (changes.email_confirmed_at || changes.phone_confirmed_at) await applyPendingSignUp(tx, user, { by: 'operator' })
  else if (changes.encrypted_password) await replacePendingSignUp(tx, user, { data: {}, passwordHash: null })
}

async function change(tx: Tx, id: string, input: AdminUserInput, changes: UserChanges) {
  const before = await lockUser(tx, id)
  if (before === null) throw authErrors.userNotFound()
  await resolveClaim(tx, before, changes)
  let user: UserRow = await updateUser(tx, id, changes)
  const { email, phone } = parseContactFields(input)
  // The account's e-mail address may come from a Google identity. Sending that same address again must not add an email identity.
  if (email !== undefined && (email !== before.email || (await hasEmailIdentity(tx, id))))
    await upsertIdentity(tx, user, 'email', { email, email_verified: input.email_confirm })
  if (phone !== undefined) await upsertIdentity(tx, user, 'phone', { phone, phone_verified: input.phone_confirm })
  if (email !== undefined || phone !== undefined) user = await updateUserProviders(tx, user)
  // Codes and links sent to the previous e-mail address or phone number, or before the password change, must no longer open a session.
  if (email !== undefined || phone !== undefined || changes.encrypted_password) {
    await deleteUserOneTimeTokens(tx, id)
    await deleteRedeemableAuthFlows(tx, id)
  }
  if (input.user_metadata) user = await mergeMetadata(tx, id, 'raw_user_meta_data', input.user_metadata)
  if (input.app_metadata) user = await mergeMetadata(tx, id, 'raw_app_meta_data', input.app_metadata)
  if (changes.encrypted_password) await deleteSessions(tx, id)
  await recordAuditEvent(tx, 'user_modified', user, { by: 'admin' })
  return renderUser(user, await findUserIdentities(tx, id), await findUserFactors(tx, id))
}
