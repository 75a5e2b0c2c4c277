import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { insertIdentity } from './identity-store.ts'
import { insertUser, type UserRow } from './user-store.ts'

/** Somebody who signs up with an address or a number, or whom an operator asks in. */
export type NewUser = {
  provider: 'email' | 'phone'
  address: string
  passwordHash: string | null
  data: Record<string, unknown>
  isConfirmed: boolean
  now: Date
  /** An operator's doing: what is said about them stays as it was said, without what is known of the address. */
  byOperator?: boolean
}

/**
 * Adds a user with the identity of the way they came. What they say about themselves is kept with both
 * (auth-contract.md 0.12). Rejects with 23505 when the address or number was taken a moment ago.
 */
export async function createUser(tx: Transaction<Tables>, input: NewUser): Promise<UserRow> {
  const { provider, address, passwordHash, data, isConfirmed, now, byOperator = false } = input
  const user = await insertUser(tx, {
    [provider]: address,
    encrypted_password: passwordHash,
    appMetadata: { provider, providers: [provider] },
    userMetadata: data,
    ...(isConfirmed ? { [`${provider}_confirmed_at`]: now } : {}),
  })
  const known = knownData(user.id, provider, address, { data, isConfirmed })
  await insertIdentity(tx, { user_id: user.id, provider, provider_id: user.id, data: known, last_sign_in_at: now })
  return byOperator ? user : await keepKnownData(tx, user, known)
}

/** What is kept of a person with the user and with their identity: what they say, and what is known of the address. */
export function knownData(
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

async function keepKnownData(tx: Transaction<Tables>, user: UserRow, known: object): Promise<UserRow> {
  return await tx
    .updateTable('auth.users')
    .set({ raw_user_meta_data: JSON.stringify(known) })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
