import type { Transaction } from 'kysely'
import { isDatabaseError } from '../../database/port/errors.ts'
import type { DatabaseTables } from '../../database/port/tables.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { issueOneTimeToken } from '../codes/one-time-token.ts'
import { deleteOneTimeToken, deleteUserOneTimeTokens, type OneTimeTokenRow } from '../codes/one-time-token-store.ts'
import type { TokenVerificationResult } from '../codes/verification-result.ts'
import { authErrors } from '../errors.ts'
import type { CodeChallenge } from '../fields.ts'
import { queueSecurityNotice, queueTokenMail } from '../messages/mail.ts'
import { insertPkceFlow } from '../sessions/flow-state-store.ts'
import { updateUserProviders } from './identity-store.ts'
import { applyPendingSignUp } from './unconfirmed-account.ts'
import { upsertIdentity } from './user-confirmation.ts'
import { findUserByEmail, mergeMetadata, type UserRow, updateUser } from './user-store.ts'

type Tx = Transaction<DatabaseTables>

const AWAITS_OTHER_ADDRESS = 1

/** A request to change the address of a user. */
export type EmailChangeRequest = { user: UserRow; email: string; challenge: CodeChallenge; redirectTo: string }

/**
 * Begins a change of address: mails a link to the new address and, unless double confirmation is disabled, to the old one.
 * The address changes when the links are confirmed (auth-contract.md 4.3).
 */
export async function beginEmailChange(tx: Tx, auth: AuthDependencies, request: EmailChangeRequest): Promise<UserRow> {
  const { user, email, challenge, redirectTo } = request
  if ((await findUserByEmail(tx, email)) !== null) throw authErrors.emailExists()
  if (user.is_anonymous && !auth.config.email.enableConfirmations)
    return (await applyChange(tx, auth, user, email)).user
  const flowStateId = await insertPkceFlow(tx, challenge, { userId: user.id, method: 'email_change', redirectTo })
  const isElsewhere = redirectTo === auth.siteUrl ? undefined : redirectTo
  const mailboxes = [
    { kind: 'email_change_new' as const, to: email },
    ...(needsBoth(auth, user) ? [{ kind: 'email_change_current' as const, to: user.email ?? '' }] : []),
  ]
  for (const { kind, to } of mailboxes) {
    const token = await issueOneTimeToken(tx, auth, { userId: user.id, kind, relatesTo: to, flowStateId })
    await queueTokenMail(tx, auth, {
      kind: 'auth_email_change',
      to,
      token,
      type: 'email_change',
      redirectTo: isElsewhere,
    })
  }
  return await updateUser(tx, user.id, {
    email_change: email,
    email_change_sent_at: auth.now(),
    email_change_confirm_status: 0,
  })
}

/** Handles a confirmation from one of the two mailboxes. Changes the address, unless the other mailbox must still confirm. */
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
  // The account can be unconfirmed after an operator changed its address. Then the claim on it is resolved first.
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

async function storeEmail(tx: Tx, auth: AuthDependencies, user: UserRow, email: string): Promise<UserRow> {
  try {
    return await updateUser(tx, user.id, {
      email,
      email_change: null,
      email_change_confirm_status: 0,
      email_confirmed_at: user.email_confirmed_at ?? auth.now(),
      is_anonymous: false,
    })
  } catch (error) {
    if (isDatabaseError(error) && error.code === '23505') throw authErrors.emailExists({ cause: error })
    throw error
  }
}
