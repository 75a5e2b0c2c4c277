import type { Tx } from '../../database/port/tables.ts'
import type { AuthDependencies } from '../auth.ts'
import type { AuthenticatedUser } from '../bearer.ts'
import { isMatchingOneTimeCode, isOneTimeTokenExpired } from '../codes/one-time-token.ts'
import {
  deleteOneTimeToken,
  deleteUserOneTimeTokens,
  incrementTokenFailures,
  lockOneTimeTokensByAddress,
} from '../codes/one-time-token-store.ts'
import { type CredentialAttempt, withCredentialAttemptLimit } from '../credential-attempts.ts'
import { authErrors } from '../errors.ts'
import { queueSecurityNotice } from '../messages/mail.ts'
import type { Requester } from '../requester.ts'
import { deleteRedeemableAuthFlows } from '../sessions/flow-state-store.ts'
import { deleteSessions, type SessionRow } from '../sessions/session-store.ts'
import { requireStrongPassword } from './password.ts'
import { hashPassword, matchPassword } from './password-hash.ts'
import { lockUser, type UserRow, updateUser } from './user-store.ts'

/**
 * Maximum age of a session, in milliseconds, up to which it can change the password without reauthentication. An older session may be one
 * on an unattended device.
 */
const FRESH_MS = 24 * 3600_000

/** A new password, with the current password or a reauthentication code (`nonce`) as proof that the user owns the account. */
export type PasswordChangeRequest = { password: string; current_password: string; nonce: string }

/**
 * Checks a new password and the proof of ownership, and returns the password's hash. A session that is not fresh requires
 * the current password, or the code that GET /reauthenticate mails (ASVS 6.2.3; GoTrue's "secure password change"). A
 * correct code is deleted. Every check that could reveal the current password or the code is rate-limited like a sign-in.
 */
export async function checkNewPassword(
  auth: AuthDependencies,
  signedIn: AuthenticatedUser,
  change: PasswordChangeRequest,
  requester: Requester,
): Promise<string> {
  const { user } = signedIn
  const stored = user.encrypted_password
  const attempt = { address: user.email ?? user.phone ?? user.id, ...requester, signedInAs: user.id }
  await requireStrongPassword(change.password, auth.passwordRules)
  const isProven = await checkOwner(auth, signedIn, change, attempt)
  // Whether the new password equals the current one is checked only after the proof of ownership, as in GoTrue. Otherwise the error "same
  // password" would let an attacker with an old session confirm a guessed password.
  const isSame = async () => (await matchPassword(change.password, stored)) !== null
  const isOld = stored !== null && (isProven ? await isSame() : await isRight(auth, attempt, isSame))
  if (isOld) throw authErrors.samePassword()
  return await hashPassword(change.password)
}

/**
 * Verifies the current password or reauthentication code; throws when it is wrong, or missing in an old session. Returns false when none
 * was sent and none is needed: the session is recent, or the account has no password.
 */
async function checkOwner(
  auth: AuthDependencies,
  signedIn: AuthenticatedUser,
  change: PasswordChangeRequest,
  attempt: CredentialAttempt,
): Promise<boolean> {
  const { user, session } = signedIn
  const stored = user.encrypted_password
  if (change.nonce !== '') {
    if (!(await isRight(auth, attempt, () => useNonce(auth, user, change.nonce))))
      throw authErrors.reauthenticationNotValid()
    return true
  }
  if (change.current_password !== '') {
    const isCurrent = async () => (await matchPassword(change.current_password, stored)) !== null
    if (!(await isRight(auth, attempt, isCurrent))) throw authErrors.currentPasswordInvalid()
    return true
  }
  if (stored !== null && !isFresh(session, auth.now())) throw authErrors.reauthenticationNeeded()
  return false
}

async function isRight(
  auth: AuthDependencies,
  attempt: CredentialAttempt,
  verify: () => Promise<boolean>,
): Promise<boolean> {
  return (await withCredentialAttemptLimit(auth, attempt, async () => ((await verify()) ? true : null))) === true
}

function isFresh(session: SessionRow | null, now: Date): boolean {
  return session !== null && now.getTime() - session.created_at.getTime() < FRESH_MS
}

/** Sets a new password. Deletes pending tokens, flow states and all other sessions, and mails a notice to the user. */
export async function changePassword(
  tx: Tx,
  auth: AuthDependencies,
  { user, session }: AuthenticatedUser,
  newHash: string,
): Promise<void> {
  // The stored hash differs from the verified one: a concurrent request has changed the password since the current password was verified.
  if ((await lockUser(tx, user.id))?.encrypted_password !== user.encrypted_password) {
    throw authErrors.currentPasswordInvalid()
  }
  await updateUser(tx, user.id, { encrypted_password: newHash })
  await deleteUserOneTimeTokens(tx, user.id)
  await deleteRedeemableAuthFlows(tx, user.id)
  await deleteSessions(tx, user.id, session === null ? {} : { except: session.id })
  await queueSecurityNotice(tx, auth, user.email, 'password_changed')
}

/**
 * Verifies a reauthentication code in a separate transaction, so that the count of wrong codes is committed although the password change
 * is rejected.
 */
function useNonce(auth: AuthDependencies, user: UserRow, nonce: string): Promise<boolean> {
  return auth.db.transaction(async (tx) => {
    const [token] = await lockOneTimeTokensByAddress(tx, user.email ?? user.phone ?? '', ['reauthentication'])
    if (token === undefined || token.user_id !== user.id || isOneTimeTokenExpired(auth, token)) return false
    const fits = isMatchingOneTimeCode(auth, token, nonce)
    await (fits ? deleteOneTimeToken(tx, token.id) : incrementTokenFailures(tx, [token.id]))
    return fits
  })
}
