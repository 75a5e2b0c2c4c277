import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Auth } from '../auth.ts'
import { claimOfSignUp } from '../users/claim.ts'
import { findClaim, putClaim } from '../users/claim-store.ts'
import { findIdentitiesOf } from '../users/identity-store.ts'
import { createUser } from '../users/new-user.ts'
import { verifyPassword } from '../users/password-hash.ts'
import { setProfile } from '../users/unproven-account.ts'
import { findUserByEmail, findUserByPhone, lockUser, type UserRow } from '../users/user-store.ts'
import { obfuscatedUser } from './newcomer.ts'

/** A sign-up whose input is checked, for an address that has to be confirmed. */
export type UnprovenSignUp = {
  provider: 'email' | 'phone'
  address: string
  password: string
  passwordHash: string
  data: Record<string, unknown>
  /** Where it comes from: `claimSource`. */
  sourceKey: string
}

/** The password hash that an earlier sign-up of the same address wants, and whether this one chose the same password. */
export type EarlierPassword = { hash: string | null; isSame: boolean }

/**
 * Compares with the password of an earlier sign-up that nobody has confirmed. Outside of the transaction, because hashing
 * takes some 25 ms; and as long when there was none, so that the time tells nothing.
 */
export async function compareWithEarlier(auth: Auth, signUp: UnprovenSignUp): Promise<EarlierPassword> {
  const { kysely } = auth.db
  const user = await findByAddress(signUp)(kysely, signUp.address)
  const hash = user === null ? null : ((await findClaim(kysely, user.id))?.passwordHash ?? null)
  return { hash, isSame: await verifyPassword(signUp.password, hash) }
}

/** Who is to be sent a confirmation (null where the address is confirmed already), and the answer, which does not tell. */
export type Registered = { user: UserRow | null; known: UserRow | null; body: object }

/**
 * Makes the account, or claims one that nobody has confirmed yet: the message that follows carries what this sign-up chose
 * (docs/decisions/0029). An account that an operator made is not changed. Rejects with 23505 when somebody else was quicker.
 */
export async function registerUnproven(
  tx: Transaction<Tables>,
  auth: Auth,
  signUp: UnprovenSignUp,
  earlier: EarlierPassword,
): Promise<Registered> {
  const { provider, address, passwordHash, data, sourceKey } = signUp
  const newcomer = { provider, address, data }
  const found = await findByAddress(signUp)(tx, address)
  const existing = found === null ? null : await lockUser(tx, found.id)
  if (existing === null) {
    const person = { ...newcomer, passwordHash: null, isConfirmed: false, now: auth.now() }
    const user = await createUser(tx, person)
    await putClaim(tx, user.id, claimOfSignUp(null, { passwordHash, sourceKey, repeatsPassword: false }))
    const [identity] = await findIdentitiesOf(tx, user.id)
    return { user, known: null, body: obfuscatedUser(auth, { ...newcomer, id: user.id, identityId: identity?.id }) }
  }
  const body = obfuscatedUser(auth, newcomer)
  if (existing[`${provider}_confirmed_at`] !== null) return { user: null, known: existing, body }
  const before = await findClaim(tx, existing.id)
  if (before === null) return { user: existing, known: existing, body }
  const repeatsPassword = earlier.isSame && earlier.hash === before.passwordHash
  await putClaim(tx, existing.id, claimOfSignUp(before, { passwordHash, sourceKey, repeatsPassword }))
  return { user: await setProfile(tx, existing, data), known: existing, body }
}

function findByAddress({ provider }: UnprovenSignUp) {
  return provider === 'email' ? findUserByEmail : findUserByPhone
}
