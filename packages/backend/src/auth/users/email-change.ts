import type { Tx } from '../../database/port/tables.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { issueOneTimeToken, type TokenVerificationResult } from '../codes/one-time-token.ts'
import { deleteOneTimeToken, deleteUserOneTimeTokens, type OneTimeTokenRow } from '../codes/one-time-token-store.ts'
import { authErrors } from '../errors.ts'
import type { CodeChallenge } from '../fields.ts'
import { queueCodeAndLinkMail, queueSecurityNotice } from '../messages/mail.ts'
import { insertPkceFlow } from '../sessions/flow-state-store.ts'
import { updateUserProviders } from './identity-store.ts'
import { applyPendingSignUp } from './unconfirmed-account.ts'
import { upsertIdentity } from './user-confirmation.ts'
import { findUserByEmail, mergeMetadata, refuseUniqueViolation, type UserRow, updateUser } from './user-store.ts'

const AWAITS_OTHER_ADDRESS = 1

/** A user's request to change their e-mail address, with the PKCE challenge and the redirect URL for the links that are mailed. */
export type EmailChangeRequest = { user: UserRow; email: string; challenge: CodeChallenge; redirectTo: string }

/**
 * Begins a change of a user's e-mail address: mails a link to the new address and, if double confirmation is enabled, to the current one.
 * The address changes when the links are confirmed (auth-contract.md 4.3); with confirmations disabled, that of an anonymous user changes
 * at once.
 */
export async function beginEmailChange(tx: Tx, auth: AuthDependencies, request: EmailChangeRequest): Promise<UserRow> {
  const { user, email, challenge, redirectTo } = request
  if ((await findUserByEmail(tx, email)) !== null) throw authErrors.emailExists()
  if (user.is_anonymous && !auth.config.email.enableConfirmations)
    return (await applyChange(tx, auth, user, email)).user
  const flowStateId = await insertPkceFlow(tx, challenge, { userId: user.id, method: 'email_change', redirectTo })
  const mailboxes = [
    { kind: 'email_change_new' as const, to: email },
    ...(needsBoth(auth, user) ? [{ kind: 'email_change_current' as const, to: user.email ?? '' }] : []),
  ]
  for (const { kind, to } of mailboxes) {
    const token = await issueOneTimeToken(tx, auth, { userId: user.id, kind, relatesTo: to, flowStateId })
    await queueCodeAndLinkMail(tx, auth, {
      kind: 'auth_email_change',
      to,
      token,
      type: 'email_change',
      redirectTo,
    })
  }
  return await updateUser(tx, user.id, {
    email_change: email,
    email_change_sent_at: auth.now(),
    email_change_confirm_status: 0,
  })
}

/**
 * Handles the confirmation of an e-mail change from the old or the new mailbox. Changes the address, unless the other mailbox must still
 * confirm.
 */
export async function confirmEmailChange(
  tx: Tx,
  auth: AuthDependencies,
  user: UserRow,
  token: OneTimeTokenRow,
): Promise<TokenVerificationResult> {
  const email = user.email_change
  if (email === null || email === '') throw authErrors.linkExpired()
  if (needsBoth(auth, user) && user.email_change_confirm_status !== AWAITS_OTHER_ADDRESS) {
    await deleteOneTimeToken(tx, token.id)
    const waiting = await updateUser(tx, user.id, { email_change_confirm_status: AWAITS_OTHER_ADDRESS })
    return { user: waiting, awaitsOtherAddress: true }
  }
  return await applyChange(tx, auth, user, email)
}

function needsBoth(auth: AuthDependencies, user: UserRow): boolean {
  const { doubleConfirmChanges, enableConfirmations } = auth.config.email
  return doubleConfirmChanges && enableConfirmations && Boolean(user.email)
}

async function applyChange(
  tx: Tx,
  auth: AuthDependencies,
  user: UserRow,
  email: string,
): Promise<{ user: UserRow; method: 'otp' }> {
  // An account may still be unconfirmed here, after an operator changed its e-mail address. The data of its unconfirmed sign-up is
  // discarded first.
  const owned =
    user.confirmed_at === null ? await applyPendingSignUp(tx, user, { by: 'recovery', sourceKey: '' }) : user
  const changed = await storeEmail(tx, auth, owned, email)
  await upsertIdentity(tx, changed, 'email', { email, email_verified: true })
  await deleteUserOneTimeTokens(tx, user.id)
  await recordAuditEvent(tx, 'user_modified', user, { changed: 'email' })
  await queueSecurityNotice(tx, auth, user.email, 'email_changed')
  await mergeMetadata(tx, user.id, 'raw_user_meta_data', { email, email_verified: true })
  return { user: await updateUserProviders(tx, changed), method: 'otp' }
}

function storeEmail(tx: Tx, auth: AuthDependencies, user: UserRow, email: string): Promise<UserRow> {
  const changes = {
    email,
    email_change: null,
    email_change_confirm_status: 0,
    email_confirmed_at: user.email_confirmed_at ?? auth.now(),
    is_anonymous: false,
  }
  return refuseUniqueViolation(() => updateUser(tx, user.id, changes), authErrors.emailExists)
}
