import type { Tx } from '../../database/port/tables.ts'
import type { AuthDependencies } from '../auth.ts'
import type { Requester } from '../requester.ts'
import { findUserIdentities } from '../users/identity-store.ts'
import { createUser } from '../users/new-user.ts'
import { matchPassword } from '../users/password-hash.ts'
import { derivePendingDataAfterSignUp } from '../users/pending-sign-up.ts'
import { findPendingSignUp, upsertPendingSignUp } from '../users/pending-sign-up-store.ts'
import { replaceSignUpMetadata } from '../users/unconfirmed-account.ts'
import { findUserByAddress, lockUser, type UserRow } from '../users/user-store.ts'
import { createObfuscatedUser } from './obfuscated-user.ts'

/** A validated sign-up. `address` is an e-mail address, or a phone number in E.164 format without the plus sign. */
export type UnconfirmedSignUp = {
  provider: 'email' | 'phone'
  address: string
  password: string
  passwordHash: string
  data: Record<string, unknown>
  requester: Requester
}

/**
 * The password hash of an earlier pending sign-up with the same e-mail address or phone number, and whether the new sign-up has the same
 * password.
 */
export type PendingPasswordComparison = { hash: string | null; isSame: boolean }

/**
 * Compares the password with that of a pending, unconfirmed sign-up. Runs outside of the transaction, because hashing takes
 * some 25 ms. Takes the same time without a pending sign-up, so that timing does not reveal whether one exists.
 */
export async function comparePendingPassword(
  auth: AuthDependencies,
  signUp: UnconfirmedSignUp,
): Promise<PendingPasswordComparison> {
  const { kysely } = auth.db
  const user = await findUserByAddress(kysely, signUp.provider, signUp.address)
  const hash = user === null ? null : ((await findPendingSignUp(kysely, user.id))?.passwordHash ?? null)
  return { hash, isSame: (await matchPassword(signUp.password, hash)) !== null }
}

/**
 * The user to send a confirmation to (null when the address or number is already confirmed), the existing user if there was one, and the
 * response body, which is the same in all cases.
 */
export type SignUpRegistrationResult = { user: UserRow | null; known: UserRow | null; body: object }

/**
 * Creates an account for a sign-up. For an existing unconfirmed account it replaces the stored claim (the unverified password and
 * metadata), which takes effect when the mail or text message of this sign-up is confirmed (users/pending-sign-up.ts). Does not change an
 * account that an operator created. Rejects with 23505 (unique violation) when a concurrent request created the account.
 */
export async function registerUnconfirmedSignUp(
  tx: Tx,
  auth: AuthDependencies,
  signUp: UnconfirmedSignUp,
  pending: PendingPasswordComparison,
): Promise<SignUpRegistrationResult> {
  const { provider, address, passwordHash, data } = signUp
  const { sourceKey } = signUp.requester
  const input = { provider, address, data }
  const found = await findUserByAddress(tx, provider, address)
  const existing = found === null ? null : await lockUser(tx, found.id)
  if (existing === null) {
    const newUser = { ...input, passwordHash: null, isConfirmed: false, now: auth.now() }
    const user = await createUser(tx, newUser)
    await upsertPendingSignUp(
      tx,
      user.id,
      derivePendingDataAfterSignUp(null, { passwordHash, sourceKey, repeatsPassword: false }),
    )
    const [identity] = await findUserIdentities(tx, user.id)
    return { user, known: null, body: createObfuscatedUser(auth, { ...input, id: user.id, identityId: identity?.id }) }
  }
  const body = createObfuscatedUser(auth, input)
  if (existing[`${provider}_confirmed_at`] !== null) return { user: null, known: existing, body }
  const before = await findPendingSignUp(tx, existing.id)
  if (before === null) return { user: existing, known: existing, body }
  const repeatsPassword = pending.isSame && pending.hash === before.passwordHash
  await upsertPendingSignUp(
    tx,
    existing.id,
    derivePendingDataAfterSignUp(before, { passwordHash, sourceKey, repeatsPassword }),
  )
  return { user: await replaceSignUpMetadata(tx, existing, data), known: existing, body }
}
