import type { Tx } from '../../database/port/tables.ts'
import type { AuthDependencies } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { findUserIdentities, insertIdentity, updateIdentity, updateUserProviders } from './identity-store.ts'
import { mergeMetadata, refuseUniqueViolation, type UserRow, updateUser } from './user-store.ts'

/** Confirms a user's e-mail address. Does nothing when the address is already confirmed. */
export async function confirmEmail(tx: Tx, auth: AuthDependencies, user: UserRow): Promise<UserRow> {
  if (user.email_confirmed_at !== null) return user
  await updateUser(tx, user.id, { email_confirmed_at: auth.now(), is_anonymous: false })
  await upsertIdentity(tx, user, 'email', { email: user.email, email_verified: true })
  return await mergeMetadata(tx, user.id, 'raw_user_meta_data', { email_verified: true })
}

/** Confirms a user's phone number. Does nothing when the number is already confirmed. */
export async function confirmPhone(tx: Tx, auth: AuthDependencies, user: UserRow): Promise<UserRow> {
  if (user.phone_confirmed_at !== null) return user
  await upsertIdentity(tx, user, 'phone', { phone: user.phone, phone_verified: true })
  return await updateUser(tx, user.id, { phone_confirmed_at: auth.now(), is_anonymous: false })
}

/** Replaces the user's phone number by the pending new number, after the code that was sent to it was confirmed. */
export async function confirmPhoneChange(tx: Tx, auth: AuthDependencies, user: UserRow): Promise<UserRow> {
  const phone = user.phone_change
  const changes = { phone, phone_change: null, phone_confirmed_at: auth.now(), is_anonymous: false }
  const changed = await refuseUniqueViolation(() => updateUser(tx, user.id, changes), authErrors.phoneExists)
  await upsertIdentity(tx, changed, 'phone', { phone, phone_verified: true })
  return await updateUserProviders(tx, changed)
}

/** Updates the email or phone identity of a user. Inserts it when the user has none, for example after a sign-up by another method. */
export async function upsertIdentity(tx: Tx, user: UserRow, provider: 'email' | 'phone', data: object): Promise<void> {
  const identities = await findUserIdentities(tx, user.id)
  const existing = identities.find((identity) => identity.provider === provider)
  if (existing !== undefined) return await updateIdentity(tx, existing.id, data)
  await insertIdentity(tx, { user_id: user.id, provider, provider_id: user.id, data: { sub: user.id, ...data } })
}
