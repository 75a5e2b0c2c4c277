import type { Tx } from '../../database/port/tables.ts'
import { insertIdentity } from './identity-store.ts'
import { insertUser, type UserRow } from './user-store.ts'

/** A user to create, from a sign-up or an operator's invitation. */
export type NewUser = {
  provider: 'email' | 'phone'
  address: string
  passwordHash: string | null
  data: Record<string, unknown>
  isConfirmed: boolean
  now: Date
  /**
   * Whether an operator creates the user. Then the metadata is stored as given, without added fields about the e-mail address or phone
   * number.
   */
  byOperator?: boolean
}

/**
 * Inserts a user with an email or phone identity. The metadata is stored with the user and with the identity (auth-contract.md 0.12).
 * Rejects with 23505 (unique violation) when a concurrent request has taken the e-mail address or phone number.
 */
export async function createUser(tx: Tx, input: NewUser): Promise<UserRow> {
  const { provider, address, passwordHash, data, isConfirmed, now, byOperator = false } = input
  const user = await insertUser(tx, {
    [provider]: address,
    encrypted_password: passwordHash,
    appMetadata: { provider, providers: [provider] },
    userMetadata: data,
    ...(isConfirmed ? { [`${provider}_confirmed_at`]: now } : {}),
  })
  const known = buildIdentityData(user.id, provider, address, { data, isConfirmed })
  await insertIdentity(tx, { user_id: user.id, provider, provider_id: user.id, data: known, last_sign_in_at: now })
  return byOperator ? user : await storeKnownData(tx, user, known)
}

/**
 * Returns the metadata to store with the user and the identity: the sign-up's metadata and fields about the e-mail address or phone number.
 */
export function buildIdentityData(
  id: string,
  provider: 'email' | 'phone',
  address: string,
  { data, isConfirmed }: { data: object; isConfirmed: boolean },
) {
  return {
    ...data,
    sub: id,
    [provider]: address,
    email_verified: provider === 'email' && isConfirmed,
    phone_verified: provider === 'phone' && isConfirmed,
  }
}

async function storeKnownData(tx: Tx, user: UserRow, known: object): Promise<UserRow> {
  return await tx
    .updateTable('auth.users')
    .set({ raw_user_meta_data: JSON.stringify(known) })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
