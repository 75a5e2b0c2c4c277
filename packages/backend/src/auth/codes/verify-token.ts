import type { Tx } from '../../database/port/tables.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { hashToken } from '../secrets.ts'
import { confirmEmailChange } from '../users/email-change.ts'
import { updateUserProviders } from '../users/identity-store.ts'
import { applyPendingSignUp } from '../users/unconfirmed-account.ts'
import { isUserBanned } from '../users/user.ts'
import { confirmEmail, confirmPhone, confirmPhoneChange } from '../users/user-confirmation.ts'
import { lockUser, type UserRow } from '../users/user-store.ts'
import { isMatchingOneTimeCode, isOneTimeTokenExpired, type TokenVerificationResult } from './one-time-token.ts'
import {
  deleteUserOneTimeTokens,
  incrementTokenFailures,
  lockOneTimeTokenByHash,
  lockOneTimeTokensByAddress,
  type OneTimeTokenKind,
  type OneTimeTokenRow,
} from './one-time-token-store.ts'

/** The token kinds that each verification type of a mail accepts (auth-contract.md 4.1). */
export const emailVerificationTokenKinds: ReadonlyMap<string, readonly OneTimeTokenKind[]> = new Map<
  string,
  readonly OneTimeTokenKind[]
>([
  ['signup', ['confirmation']],
  ['invite', ['confirmation']],
  ['magiclink', ['recovery']],
  ['recovery', ['recovery']],
  ['email', ['confirmation', 'recovery']],
  ['email_change', ['email_change_current', 'email_change_new']],
])

/**
 * The token kinds that each verification type of a text message accepts. A texted code verifies the phone number, not the e-mail address.
 */
export const smsVerificationTokenKinds: ReadonlyMap<string, readonly OneTimeTokenKind[]> = new Map<
  string,
  readonly OneTimeTokenKind[]
>([
  ['sms', ['confirmation']],
  ['phone_change', ['phone_change']],
])

/** A typed code, the e-mail address or phone number it was sent to, and a keyed hash of the client's IP network (`Requester`). */
export type SubmittedOneTimeCode = {
  kinds: readonly OneTimeTokenKind[]
  relatesTo: string
  code: string
  sourceKey: string
}

/** The type and token of a link from a mail, and a keyed hash of the client's IP network (`Requester`). */
export type SubmittedEmailLink = { type: string; tokenHash: string; sourceKey: string }

/**
 * Verifies the token of a link and deletes it; confirms the e-mail address or its pending change. Throws 403 for an unknown or
 * expired token.
 */
export async function verifyEmailLink(
  tx: Tx,
  auth: AuthDependencies,
  { type, tokenHash, sourceKey }: SubmittedEmailLink,
): Promise<TokenVerificationResult> {
  const kinds = emailVerificationTokenKinds.get(type)
  const token = kinds === undefined ? null : await lockOneTimeTokenByHash(tx, hashToken(tokenHash), kinds)
  if (token === null || isOneTimeTokenExpired(auth, token)) throw authErrors.linkExpired()
  return await apply(tx, auth, token, sourceKey)
}

/**
 * Verifies a typed code. For a wrong code it increments the failure count and returns null. The caller must commit before it responds
 * with an error, or the count is rolled back.
 */
export async function verifyOneTimeCode(
  tx: Tx,
  auth: AuthDependencies,
  typed: SubmittedOneTimeCode,
): Promise<TokenVerificationResult | null> {
  const { kinds, relatesTo, code, sourceKey } = typed
  const tokens = await lockOneTimeTokensByAddress(tx, relatesTo, kinds)
  const live = tokens.filter((token) => !isOneTimeTokenExpired(auth, token))
  const fitting = live.find((token) => isMatchingOneTimeCode(auth, token, code))
  if (fitting !== undefined) return await apply(tx, auth, fitting, sourceKey)
  await incrementTokenFailures(
    tx,
    live.map(({ id }) => id),
  )
  return null
}

async function apply(
  tx: Tx,
  auth: AuthDependencies,
  token: OneTimeTokenRow,
  sourceKey: string,
): Promise<TokenVerificationResult> {
  const user = await lockUser(tx, token.user_id)
  if (user === null || user.deleted_at !== null) throw authErrors.linkExpired()
  if (isUserBanned(user, auth.now())) throw authErrors.userBanned()
  if (token.token_type === 'email_change_current' || token.token_type === 'email_change_new') {
    return await confirmEmailChange(tx, auth, user, token)
  }
  const wasUnconfirmed = user.confirmed_at === null
  const by = token.token_type
  const isClaimed = wasUnconfirmed && (by === 'confirmation' || by === 'recovery')
  const owned = isClaimed ? await applyPendingSignUp(tx, user, { by, sourceKey }, token.flow_state_id) : user
  const confirmed = await confirm(tx, auth, owned, token)
  const changed = owned === user ? confirmed : await updateUserProviders(tx, confirmed)
  await deleteUserOneTimeTokens(tx, user.id)
  await recordAuditEvent(tx, wasUnconfirmed ? 'user_signedup' : 'login', changed)
  return { user: changed, method: 'otp' }
}

async function confirm(tx: Tx, auth: AuthDependencies, user: UserRow, token: OneTimeTokenRow): Promise<UserRow> {
  if (token.token_type === 'phone_change') return await confirmPhoneChange(tx, auth, user)
  if (token.relates_to === user.phone) return await confirmPhone(tx, auth, user)
  if (token.relates_to === user.email) return await confirmEmail(tx, auth, user)
  throw authErrors.linkExpired() // the code was sent to an e-mail address or phone number that the user has replaced since
}
