import type { Transaction } from 'kysely'
import { isDatabaseError } from '../../database/errors.ts'
import type { Tables } from '../../database/tables.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { findIdentitiesOf, insertIdentity, refreshProviders, updateIdentity } from './identity-store.ts'
import { mergeMetadata, type UserRow, updateUser } from './user-store.ts'

type Tx = Transaction<Tables>

/** Notes that a user reads the mail of their address. Does nothing for one that is confirmed. */
export async function confirmEmail(tx: Tx, auth: Auth, user: UserRow): Promise<UserRow> {
  if (user.email_confirmed_at !== null) return user
  await updateUser(tx, user.id, { email_confirmed_at: auth.now(), is_anonymous: false })
  await noteIdentity(tx, user, 'email', { email: user.email, email_verified: true })
  return await mergeMetadata(tx, user.id, 'raw_user_meta_data', { email_verified: true })
}

/** Notes that a user reads the messages of their number. */
export async function confirmPhone(tx: Tx, auth: Auth, user: UserRow): Promise<UserRow> {
  if (user.phone_confirmed_at !== null) return user
  await noteIdentity(tx, user, 'phone', { phone: user.phone, phone_verified: true })
  return await updateUser(tx, user.id, { phone_confirmed_at: auth.now(), is_anonymous: false })
}

/** Puts the number that was asked for in place of the old one, now that a code from it came back. */
export async function changePhone(tx: Tx, auth: Auth, user: UserRow): Promise<UserRow> {
  const phone = user.phone_change
  const changed = await putPhone(tx, auth, user, phone)
  await noteIdentity(tx, changed, 'phone', { phone, phone_verified: true })
  return await refreshProviders(tx, changed)
}

async function putPhone(tx: Tx, auth: Auth, user: UserRow, phone: string | null): Promise<UserRow> {
  try {
    const columns = { phone, phone_change: null, phone_confirmed_at: auth.now(), is_anonymous: false }
    return await updateUser(tx, user.id, columns)
  } catch (error) {
    if (isDatabaseError(error) && error.code === '23505') throw authErrors.phoneExists({ cause: error })
    throw error
  }
}

/** Brings the identity of an address or number up to date, or adds it for somebody who came another way. */
export async function noteIdentity(tx: Tx, user: UserRow, provider: 'email' | 'phone', data: object): Promise<void> {
  const identities = await findIdentitiesOf(tx, user.id)
  const existing = identities.find((identity) => identity.provider === provider)
  if (existing !== undefined) return await updateIdentity(tx, existing.id, data)
  await insertIdentity(tx, { user_id: user.id, provider, provider_id: user.id, data: { sub: user.id, ...data } })
}
