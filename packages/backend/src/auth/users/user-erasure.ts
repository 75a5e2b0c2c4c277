import type { Tx } from '../../database/port/tables.ts'
import type { AuthDependencies } from '../auth.ts'
import { findUserIdentities } from './identity-store.ts'
import { revokeAccountAccess } from './unconfirmed-account.ts'
import { type UserRow, updateUser } from './user-store.ts'

/**
 * Removes a user's personal data but keeps the row, so that foreign keys stay valid. The e-mail address and phone number are replaced by
 * keyed hashes, so that they can be used for a new account. Idempotent.
 */
export async function eraseUser(tx: Tx, auth: AuthDependencies, user: UserRow): Promise<void> {
  if (user.deleted_at !== null) return
  const hashed = (value: string | null) => (value === null ? null : auth.secrets.countingKey(`${user.id} ${value}`))
  await updateUser(tx, user.id, {
    email: hashed(user.email),
    phone: hashed(user.phone),
    email_change: null,
    phone_change: null,
    encrypted_password: null,
    raw_app_meta_data: '{}',
    raw_user_meta_data: '{}',
    deleted_at: auth.now(),
  })
  for (const identity of await findUserIdentities(tx, user.id)) {
    const provider_id = hashed(identity.provider_id) ?? ''
    await tx
      .updateTable('auth.identities')
      .set({ provider_id, identity_data: '{}' })
      .where('id', '=', identity.id)
      .execute()
  }
  await revokeAccountAccess(tx, user.id)
}
