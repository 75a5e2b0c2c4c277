import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Auth } from '../auth.ts'
import type { SignedIn } from '../bearer.ts'
import { fitsCode, isExpired } from '../codes/one-time-token.ts'
import { clearTokens, countFailure, deleteToken, lockTokensOf } from '../codes/one-time-token-store.ts'
import { authErrors } from '../errors.ts'
import { type Guesser, lookAtGuess } from '../guesses.ts'
import { mailNotice } from '../messages/mail.ts'
import type { Requester } from '../requester.ts'
import { deleteFlowsOf } from '../sessions/flow-state-store.ts'
import { deleteSessions, type SessionRow } from '../sessions/session-store.ts'
import { requireStrongPassword } from './password.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { lockUser, type UserRow, updateUser } from './user-store.ts'

/** A session this young stands for its owner; in an older one somebody else may have sat down. */
const FRESH_MS = 24 * 3600_000

/** A new password, and what shows that it is its owner who sets it. */
export type PasswordWish = { password: string; current_password: string; nonce: string }

/**
 * Checks a new password and who sets it. Answers its hash. In a session that is not fresh the old password is asked for,
 * or the code that GET /reauthenticate mails (ASVS 6.2.3; GoTrue's "secure password change"). A code is used up.
 * Whatever would tell the old password, or the code, counts as a guess at it, as at sign-in.
 */
export async function checkNewPassword(
  auth: Auth,
  signedIn: SignedIn,
  wish: PasswordWish,
  requester: Requester,
): Promise<string> {
  const { user } = signedIn
  const stored = user.encrypted_password
  const guesser = { address: user.email ?? user.phone ?? user.id, ...requester, signedInAs: user.id }
  await requireStrongPassword(wish.password, auth.passwordRules)
  const isProven = await checkOwner(auth, signedIn, wish, guesser)
  // After that, as GoTrue has it: before, the answer would tell anybody in an old session whether a guess was right.
  const isSame = () => verifyPassword(wish.password, stored)
  const isOld = stored !== null && (isProven ? await isSame() : await isRight(auth, guesser, isSame))
  if (isOld) throw authErrors.samePassword()
  return await hashPassword(wish.password)
}

/** Answers whether its owner's knowledge was shown; false where the session's youth stands for them. */
async function checkOwner(auth: Auth, signedIn: SignedIn, wish: PasswordWish, guesser: Guesser): Promise<boolean> {
  const { user, session } = signedIn
  const stored = user.encrypted_password
  if (wish.nonce !== '') {
    if (!(await isRight(auth, guesser, () => useNonce(auth, user, wish.nonce))))
      throw authErrors.reauthenticationNotValid()
    return true
  }
  if (wish.current_password !== '') {
    if (!(await isRight(auth, guesser, () => verifyPassword(wish.current_password, stored))))
      throw authErrors.currentPasswordInvalid()
    return true
  }
  if (stored !== null && !isFresh(session, auth.now())) throw authErrors.reauthenticationNeeded()
  return false
}

async function isRight(auth: Auth, guesser: Guesser, look: () => Promise<boolean>): Promise<boolean> {
  return (await lookAtGuess(auth, guesser, async () => ((await look()) ? true : null))) === true
}

function isFresh(session: SessionRow | null, now: Date): boolean {
  return session !== null && now.getTime() - session.created_at.getTime() < FRESH_MS
}

/** Puts a new password in place: every pending code, link and begun sign-in dies, every other session ends, and the owner is told. */
export async function changePassword(
  tx: Transaction<Tables>,
  auth: Auth,
  { user, session }: SignedIn,
  newHash: string,
): Promise<void> {
  // Somebody else was quicker: what was shown with this wish no longer shows anything.
  if ((await lockUser(tx, user.id))?.encrypted_password !== user.encrypted_password) {
    throw authErrors.currentPasswordInvalid()
  }
  await updateUser(tx, user.id, { encrypted_password: newHash })
  await clearTokens(tx, user.id)
  await deleteFlowsOf(tx, user.id)
  await deleteSessions(tx, user.id, session === null ? {} : { except: session.id })
  await mailNotice(tx, auth, user.email, 'password_changed')
}

/** In a transaction of its own: that a code was wrong must be counted although the change is refused. */
function useNonce(auth: Auth, user: UserRow, nonce: string): Promise<boolean> {
  return auth.db.transaction(async (tx) => {
    const [token] = await lockTokensOf(tx, user.email ?? user.phone ?? '', ['reauthentication'])
    if (token === undefined || token.user_id !== user.id || isExpired(auth, token)) return false
    const fits = fitsCode(auth, token, nonce)
    await (fits ? deleteToken(tx, token.id) : countFailure(tx, [token.id]))
    return fits
  })
}
