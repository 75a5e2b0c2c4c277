import type { Tx } from '../../database/port/tables.ts'
import { deleteUserOneTimeTokens } from '../codes/one-time-token-store.ts'
import { deleteUserAuthFlows } from '../sessions/flow-state-store.ts'
import { deleteSessions } from '../sessions/session-store.ts'
import { deleteIdentity, findUserIdentities, replaceIdentityData, updateUserProviders } from './identity-store.ts'
import { buildIdentityData } from './new-user.ts'
import {
  type AddressConfirmationProof,
  derivePendingDataAfterRecovery,
  selectRetainedSignUpData,
} from './pending-sign-up.ts'
import { deletePendingSignUp, findPendingSignUp, upsertPendingSignUp } from './pending-sign-up-store.ts'
import { upsertIdentity } from './user-confirmation.ts'
import { type UserRow, updateUser } from './user-store.ts'

/**
 * Deletes an account's sessions, second factors, passkeys, known devices, one-time tokens, flow states and claim.
 * Keeps identities and the password. `exceptFlow`, the PKCE flow of the link that is being followed, is kept too.
 */
export async function revokeAccountAccess(tx: Tx, userId: string, exceptFlow: string | null = null): Promise<void> {
  await deleteSessions(tx, userId)
  await tx.deleteFrom('auth.mfa_factors').where('user_id', '=', userId).execute()
  await tx.deleteFrom('auth.webauthn_credentials').where('user_id', '=', userId).execute()
  await tx.deleteFrom('auth.known_devices').where('user_id', '=', userId).execute()
  await tx.deleteFrom('auth.webauthn_challenges').where('user_id', '=', userId).execute()
  await deleteUserOneTimeTokens(tx, userId)
  await deleteUserAuthFlows(tx, userId, exceptFlow)
  await deletePendingSignUp(tx, userId)
}

/** Column values that remove the data of an earlier sign-up from an unconfirmed user's row. */
export const CLEARED_USER_COLUMNS = {
  encrypted_password: null,
  raw_user_meta_data: '{}',
  email_change: null,
  email_change_confirm_status: 0,
  phone_change: null,
} as const

/**
 * Assigns an unconfirmed account to the user who has just confirmed its e-mail address or phone number: applies the data of the claim that
 * may be retained and removes everything else from the account. The caller must then confirm the address or number and refresh the list of
 * providers. Returns the given row unchanged for an account without a claim, which an operator created.
 */
export async function applyPendingSignUp(
  tx: Tx,
  user: UserRow,
  proof: AddressConfirmationProof,
  exceptFlow: string | null = null,
): Promise<UserRow> {
  const claim = await findPendingSignUp(tx, user.id)
  if (claim === null) return user
  const retained = selectRetainedSignUpData(claim, proof)
  await revokeAccountAccess(tx, user.id, exceptFlow)
  for (const { id, provider } of await findUserIdentities(tx, user.id)) {
    if (provider !== ownProvider(user) && id !== retained.identityId) await deleteIdentity(tx, id)
  }
  const { raw_user_meta_data: _, ...emptied } = CLEARED_USER_COLUMNS
  const owned = await updateUser(tx, user.id, { ...emptied, encrypted_password: retained.passwordHash })
  return retained.profile ? owned : await replaceSignUpMetadata(tx, owned, {})
}

/**
 * Voids the claim on an unconfirmed account when a password recovery is requested: the password and metadata of the earlier sign-up never
 * take effect.
 */
export async function voidPendingSignUp(tx: Tx, user: UserRow): Promise<void> {
  const claim = await findPendingSignUp(tx, user.id)
  if (claim === null) return
  await upsertPendingSignUp(tx, user.id, derivePendingDataAfterRecovery(claim))
  await replaceSignUpMetadata(tx, user, {})
}

/**
 * Replaces the unconfirmed sign-up data (claim, metadata, password) of an account by the metadata and password that an operator set. Does
 * nothing for an account without a claim.
 */
export async function replacePendingSignUp(
  tx: Tx,
  user: UserRow,
  { data, passwordHash }: { data: object; passwordHash: string | null },
): Promise<UserRow> {
  if ((await findPendingSignUp(tx, user.id)) === null) return user
  const emptied = await applyPendingSignUp(tx, user, { by: 'recovery', sourceKey: '' })
  const provider = ownProvider(emptied)
  await upsertIdentity(tx, emptied, provider, { [provider]: emptied[provider], [`${provider}_verified`]: false })
  const columns = { encrypted_password: passwordHash, raw_user_meta_data: JSON.stringify(data) }
  return await updateUserProviders(tx, await updateUser(tx, user.id, columns))
}

/** Replaces the metadata of an earlier sign-up by that of a new one, on the user and on the email or phone identity. */
export async function replaceSignUpMetadata(tx: Tx, user: UserRow, data: object): Promise<UserRow> {
  const provider = ownProvider(user)
  const known = buildIdentityData(user.id, provider, user[provider] ?? '', { data, isConfirmed: false })
  const own = (await findUserIdentities(tx, user.id)).find((identity) => identity.provider === provider)
  if (own !== undefined) await replaceIdentityData(tx, own.id, known)
  return await updateUser(tx, user.id, { raw_user_meta_data: JSON.stringify(known) })
}

function ownProvider(user: UserRow): 'email' | 'phone' {
  return user.email === null ? 'phone' : 'email'
}
