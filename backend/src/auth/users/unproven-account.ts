import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { clearTokens } from '../codes/one-time-token-store.ts'
import { deleteAllFlowsOf } from '../sessions/flow-state-store.ts'
import { deleteSessions } from '../sessions/session-store.ts'
import { type AddressProof, claimOfRecovery, keptBy } from './claim.ts'
import { deleteClaim, findClaim, putClaim } from './claim-store.ts'
import { deleteIdentity, findIdentitiesOf, refreshProviders, replaceIdentityData } from './identity-store.ts'
import { knownData } from './new-user.ts'
import { noteIdentity } from './user-confirmation.ts'
import { type UserRow, updateUser } from './user-store.ts'

type Tx = Transaction<Tables>

/**
 * Removes whatever opens an account: sessions, second factors, passkeys, tokens of messages, sign-ins under way and the
 * claim. Identities and the password stay. `exceptFlow` is the PKCE flow of the link that is being followed.
 */
export async function deleteCredentials(tx: Tx, userId: string, exceptFlow: string | null = null): Promise<void> {
  await deleteSessions(tx, userId)
  await tx.deleteFrom('auth.mfa_factors').where('user_id', '=', userId).execute()
  await tx.deleteFrom('auth.webauthn_credentials').where('user_id', '=', userId).execute()
  await tx.deleteFrom('auth.known_devices').where('user_id', '=', userId).execute()
  await tx.deleteFrom('auth.webauthn_challenges').where('user_id', '=', userId).execute()
  await clearTokens(tx, userId)
  await deleteAllFlowsOf(tx, userId, exceptFlow)
  await deleteClaim(tx, userId)
}

/** What an account holds once nothing of an earlier claim is left on it. */
export const EMPTY = {
  encrypted_password: null,
  raw_user_meta_data: '{}',
  email_change: null,
  email_change_confirm_status: 0,
  phone_change: null,
} as const

/**
 * Gives an account to who has just proved to own its address: what the proof's own message stands for is put in place,
 * everything that anybody else left there is removed. The caller confirms the address after that and refreshes the list of
 * providers. Answers the given row itself for an account without a claim, which an operator made: nothing is removed.
 */
export async function giveToOwner(
  tx: Tx,
  user: UserRow,
  proof: AddressProof,
  exceptFlow: string | null = null,
): Promise<UserRow> {
  const claim = await findClaim(tx, user.id)
  if (claim === null) return user
  const kept = keptBy(claim, proof)
  await deleteCredentials(tx, user.id, exceptFlow)
  for (const { id, provider } of await findIdentitiesOf(tx, user.id)) {
    if (provider !== ownProvider(user) && id !== kept.identityId) await deleteIdentity(tx, id)
  }
  const { raw_user_meta_data: _, ...emptied } = EMPTY
  const owned = await updateUser(tx, user.id, { ...emptied, encrypted_password: kept.passwordHash })
  return kept.profile ? owned : await setProfile(tx, owned, {})
}

/** A recovery was asked for: from now on no message puts the password or the data of an earlier sign-up in place. */
export async function voidClaim(tx: Tx, user: UserRow): Promise<void> {
  const claim = await findClaim(tx, user.id)
  if (claim === null) return
  await putClaim(tx, user.id, claimOfRecovery(claim))
  await setProfile(tx, user, {})
}

/** An operator takes over an account that somebody claimed and nobody proved: it holds what the operator says, and no claim. */
export async function giveToOperator(
  tx: Tx,
  user: UserRow,
  { data, passwordHash }: { data: object; passwordHash: string | null },
): Promise<UserRow> {
  if ((await findClaim(tx, user.id)) === null) return user
  const emptied = await giveToOwner(tx, user, { by: 'recovery', sourceKey: '' })
  const provider = ownProvider(emptied)
  await noteIdentity(tx, emptied, provider, { [provider]: emptied[provider], [`${provider}_verified`]: false })
  const said = { encrypted_password: passwordHash, raw_user_meta_data: JSON.stringify(data) }
  return await refreshProviders(tx, await updateUser(tx, user.id, said))
}

/** Puts what a request says of its person in place of what an earlier one said, with the user and with their own identity. */
export async function setProfile(tx: Tx, user: UserRow, data: object): Promise<UserRow> {
  const provider = ownProvider(user)
  const known = knownData(user.id, provider, user[provider] ?? '', { data, isConfirmed: false })
  const own = (await findIdentitiesOf(tx, user.id)).find((identity) => identity.provider === provider)
  if (own !== undefined) await replaceIdentityData(tx, own.id, known)
  return await updateUser(tx, user.id, { raw_user_meta_data: JSON.stringify(known) })
}

function ownProvider(user: UserRow): 'email' | 'phone' {
  return user.email === null ? 'phone' : 'email'
}
