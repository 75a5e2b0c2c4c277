import type { Transaction } from 'kysely'
import { isDatabaseError } from '../../database/errors.ts'
import type { Tables } from '../../database/tables.ts'
import { ok } from '../../http/answer.ts'
import { BODY_LIMITS } from '../../http/body.ts'
import { endpoint } from '../../http/endpoint.ts'
import { audit } from '../audit.ts'
import type { Auth } from '../auth.ts'
import { adminOnly } from '../bearer.ts'
import { clearTokens } from '../codes/one-time-token-store.ts'
import { authErrors } from '../errors.ts'
import { deleteFlowsOf } from '../sessions/flow-state-store.ts'
import { deleteSessions } from '../sessions/session-store.ts'
import { findIdentitiesOf, refreshProviders } from '../users/identity-store.ts'
import { giveToOperator, giveToOwner } from '../users/unproven-account.ts'
import { renderUser } from '../users/user.ts'
import { noteIdentity } from '../users/user-confirmation.ts'
import {
  findFactorsOf,
  lockUser,
  mergeMetadata,
  type UserChanges,
  type UserRow,
  updateUser,
} from '../users/user-store.ts'
import {
  type AdminUserInput,
  adminUserInput,
  readBan,
  readContact,
  readPasswordHash,
  requireUserId,
} from './admin-input.ts'

/** PUT /admin/users/:id. Changes a user at once, without any mail (auth-contract.md 13.1). */
export function adminUpdateUser(auth: Auth) {
  return endpoint({
    access: 'public',
    guards: [adminOnly(auth)],
    bodyLimit: BODY_LIMITS.auth,
    input: adminUserInput,
    async handle({ input, params }) {
      const id = requireUserId(params.id)
      const hash = await readPasswordHash(input, auth.passwordRules)
      const changes: UserChanges = {
        ...readContact(input),
        // An operator's word on the address ends a change of it that was under way.
        ...(input.email === '' ? {} : { email_change: null }),
        ...readBan(input, auth.now()),
        ...(input.role === '' ? {} : { role: input.role }),
        ...(input.aud === '' ? {} : { aud: input.aud }),
        ...(input.email_confirm ? { email_confirmed_at: auth.now() } : {}),
        ...(input.phone_confirm ? { phone_confirmed_at: auth.now() } : {}),
        ...(hash === null ? {} : { encrypted_password: hash }),
      }
      try {
        return ok(await auth.db.transaction((tx) => change(tx, id, input, changes)))
      } catch (error) {
        if (isDatabaseError(error) && error.code === '23505') throw authErrors.userUpdateFailed({ cause: error })
        throw error
      }
    },
  })
}

async function hasEmailIdentity(tx: Transaction<Tables>, id: string): Promise<boolean> {
  return (await findIdentitiesOf(tx, id)).some(({ provider }) => provider === 'email')
}

/** An operator's password, or word that the address is theirs, ends what strangers asked to be put in place there. */
async function settleClaim(tx: Transaction<Tables>, user: UserRow, changes: UserChanges): Promise<void> {
  if (user.confirmed_at !== null) return
  if (changes.email_confirmed_at || changes.phone_confirmed_at) await giveToOwner(tx, user, { by: 'operator' })
  else if (changes.encrypted_password) await giveToOperator(tx, user, { data: {}, passwordHash: null })
}

async function change(tx: Transaction<Tables>, id: string, input: AdminUserInput, changes: UserChanges) {
  const before = await lockUser(tx, id)
  if (before === null) throw authErrors.userNotFound()
  await settleClaim(tx, before, changes)
  let user: UserRow = await updateUser(tx, id, changes)
  const { email, phone } = readContact(input)
  // Named once more, an address that came with another provider's identity is no way in of its own.
  if (email !== undefined && (email !== before.email || (await hasEmailIdentity(tx, id))))
    await noteIdentity(tx, user, 'email', { email, email_verified: input.email_confirm })
  if (phone !== undefined) await noteIdentity(tx, user, 'phone', { phone, phone_verified: input.phone_confirm })
  if (email !== undefined || phone !== undefined) user = await refreshProviders(tx, user)
  // A code that is on its way to the old address, or under the old password, must not open a door.
  if (email !== undefined || phone !== undefined || changes.encrypted_password) {
    await clearTokens(tx, id)
    await deleteFlowsOf(tx, id)
  }
  if (input.user_metadata) user = await mergeMetadata(tx, id, 'raw_user_meta_data', input.user_metadata)
  if (input.app_metadata) user = await mergeMetadata(tx, id, 'raw_app_meta_data', input.app_metadata)
  if (changes.encrypted_password) await deleteSessions(tx, id)
  await audit(tx, 'user_modified', user, { by: 'admin' })
  return renderUser(user, await findIdentitiesOf(tx, id), await findFactorsOf(tx, id))
}
