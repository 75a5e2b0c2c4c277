import type { Tx } from '../../database/port/tables.ts'
import type { Refusal } from '../../http/errors.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { enforceMessageLimit } from '../global-limits.ts'
import { queueConfirmationMail } from '../messages/confirm-mail.ts'
import { queueSecurityNotice } from '../messages/mail.ts'
import type { Requester } from '../requester.ts'
import {
  deleteIdentity,
  findIdentity,
  findUserIdentities,
  insertIdentity,
  updateIdentity,
  updateUserProviders,
} from '../users/identity-store.ts'
import { createPendingDataForIdentity } from '../users/pending-sign-up.ts'
import { upsertPendingSignUp } from '../users/pending-sign-up-store.ts'
import { CLEARED_USER_COLUMNS, revokeAccountAccess } from '../users/unconfirmed-account.ts'
import { isUserBanned } from '../users/user.ts'
import {
  findUserByEmail,
  findUserById,
  type IdentityRow,
  insertUser,
  lockUser,
  mergeMetadata,
  type UserRow,
  updateUser,
} from '../users/user-store.ts'
import type { ProviderProfile } from './profile.ts'

/**
 * Result of a sign-in through an OAuth provider: the account, or an error. The error is returned instead of thrown, so that the transaction
 * still commits its changes.
 */
export type ProviderSignInResult = { user: UserRow } | { refusal: Refusal }

/**
 * Finds or creates the account for a user's profile at an OAuth provider (auth-contract.md 9.2). In this order: the account with this
 * identity; the account with this e-mail address, if the provider has verified it; else a new account. An unverified e-mail address is
 * never linked to an existing account, because it may belong to another person.
 */
export async function resolveProviderAccount(
  tx: Tx,
  auth: AuthDependencies,
  profile: ProviderProfile,
  requester: Requester,
): Promise<ProviderSignInResult> {
  const identity = await findIdentity(tx, profile.provider, { issuer: profile.issuer, id: profile.providerId })
  const user =
    identity === null
      ? await joinOrCreate(tx, auth, profile, requester)
      : await signInKnownIdentity(tx, auth, { identity, profile })
  if (isUserBanned(user, auth.now())) throw authErrors.userBanned()
  // An account without an e-mail address can sign in unconfirmed, because it has no address to confirm.
  if (user.email_confirmed_at !== null || user.email === null) return { user }
  return { refusal: authErrors.providerEmailUnverified() }
}

type KnownIdentity = { identity: { id: string; user_id: string }; profile: ProviderProfile }

async function signInKnownIdentity(
  tx: Tx,
  auth: AuthDependencies,
  { identity, profile }: KnownIdentity,
): Promise<UserRow> {
  const user = await lockUser(tx, identity.user_id)
  if (user === null || user.deleted_at !== null) throw authErrors.providerFailed()
  // That the provider has verified an e-mail address confirms the account's own address only when the two are the same.
  const provesAddress = profile.isEmailVerified && profile.email === user.email
  if (user.email_confirmed_at === null && provesAddress) {
    await updateUserProviders(tx, await join(tx, auth, user, identity.id))
  }
  await updateIdentity(tx, identity.id, profile.data, { signedIn: true })
  const known = await mergeMetadata(tx, user.id, 'raw_user_meta_data', profile.data)
  await recordAuditEvent(tx, 'login', user, { provider: profile.provider })
  return known
}

async function joinOrCreate(
  tx: Tx,
  auth: AuthDependencies,
  profile: ProviderProfile,
  requester: Requester,
): Promise<UserRow> {
  if (profile.email === null) {
    throw authErrors.providerFailed({ message: 'Error getting user email from external provider' })
  }
  const existing = await findUserByEmail(tx, profile.email)
  if (existing !== null && !profile.isEmailVerified) throw authErrors.providerEmailUnverified()
  if (existing === null && !auth.config.enableSignup) throw authErrors.signupDisabled()
  const user = existing === null ? await create(tx, auth, profile, requester) : await join(tx, auth, existing)
  const identity = await addIdentity(tx, auth, user, profile)
  if (existing === null && !profile.isEmailVerified)
    await upsertPendingSignUp(tx, user.id, createPendingDataForIdentity(identity.id, requester.sourceKey))
  await mergeMetadata(tx, user.id, 'raw_user_meta_data', profile.data)
  await recordAuditEvent(tx, existing === null ? 'user_signedup' : 'identity_linked', user, {
    provider: profile.provider,
  })
  if (existing !== null) await queueSecurityNotice(tx, auth, user.email, 'identity_linked')
  return await updateUserProviders(tx, user)
}

/** Creates an account. When the OAuth provider has not verified the e-mail address, also mails a confirmation link. */
async function create(
  tx: Tx,
  auth: AuthDependencies,
  profile: ProviderProfile,
  requester: Requester,
): Promise<UserRow> {
  const { provider, email, isEmailVerified, data } = profile
  const confirmed = isEmailVerified ? { email_confirmed_at: auth.now() } : {}
  const appMetadata = { provider, providers: [provider] }
  const user = await insertUser(tx, { email, ...confirmed, appMetadata, userMetadata: data })
  if (isEmailVerified || email === null) return user
  await enforceMessageLimit(auth, 'mail', { kind: 'confirmation', to: email, requester, isSent: true }, tx)
  const request = { user, email, purpose: 'signup', challenge: null, redirectTo: auth.siteUrl } as const
  return await queueConfirmationMail(tx, auth, request)
}

/**
 * Prepares an existing account for linking a sign-in whose e-mail address the OAuth provider has verified. An attacker may have registered
 * the address first (account pre-hijacking), so the credentials, other identities and metadata of an unconfirmed account are removed and
 * the address is confirmed.
 */
async function join(tx: Tx, auth: AuthDependencies, user: UserRow, keptIdentity?: string): Promise<UserRow> {
  const now = await lockUser(tx, user.id)
  if (now === null || now.email_confirmed_at !== null) return user
  await revokeAccountAccess(tx, user.id)
  for (const { id } of await findUserIdentities(tx, user.id)) if (id !== keptIdentity) await deleteIdentity(tx, id)
  return await updateUser(tx, user.id, { ...CLEARED_USER_COLUMNS, email_confirmed_at: auth.now() })
}

/** Links an identity at an OAuth provider to a signed-in user (auth-contract.md 9.3). */
export async function linkProviderIdentity(
  tx: Tx,
  auth: AuthDependencies,
  userId: string,
  profile: ProviderProfile,
): Promise<{ user: UserRow }> {
  if ((await findIdentity(tx, profile.provider, { issuer: profile.issuer, id: profile.providerId })) !== null)
    throw authErrors.identityExists()
  const user = await findUserById(tx, userId)
  if (user === null || user.deleted_at !== null) throw authErrors.subjectNotFound()
  await addIdentity(tx, auth, user, profile)
  const isFree = profile.email !== null && (await findUserByEmail(tx, profile.email)) === null
  const gainsEmail = user.email === null && profile.isEmailVerified && isFree
  const changes = gainsEmail ? { email: profile.email, email_confirmed_at: auth.now(), is_anonymous: false } : {}
  await recordAuditEvent(tx, 'identity_linked', user, { provider: profile.provider })
  await queueSecurityNotice(tx, auth, user.email, 'identity_linked')
  return { user: await updateUserProviders(tx, await updateUser(tx, user.id, changes)) }
}

async function addIdentity(
  tx: Tx,
  auth: AuthDependencies,
  user: UserRow,
  profile: ProviderProfile,
): Promise<IdentityRow> {
  return await insertIdentity(tx, {
    user_id: user.id,
    provider: profile.provider,
    provider_id: profile.providerId,
    data: profile.data,
    last_sign_in_at: auth.now(),
  })
}
