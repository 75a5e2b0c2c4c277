import type { Tx } from '../../database/port/tables.ts'
import type { AuthDependencies } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { generateLinkToken, generateSixDigitCode, hashToken } from '../secrets.ts'
import { voidPendingSignUp } from '../users/unconfirmed-account.ts'
import { lockUser, type UserRow } from '../users/user-store.ts'
import { type OneTimeTokenKind, type OneTimeTokenRow, upsertOneTimeToken } from './one-time-token-store.ts'

/** Lifetime of a code that was sent by text message, in seconds. */
const TEXTED_CODE_SECONDS = 60
/**
 * Maximum number of wrong guesses before a code becomes invalid. A lower limit, ten per client IP network, is in credential-attempts.ts.
 */
const FAILURES_MAX = 20
const PKCE_PREFIX = 'pkce_'

/** The two forms of a one-time token: a six-digit code to type, and the token in a link. The user can use either. */
export type IssuedOneTimeToken = { code: string; tokenHash: string }

/**
 * Result of verifying a code or link: the updated user, or a change of the e-mail address that the other mailbox (old or new) must still
 * confirm.
 */
export type TokenVerificationResult = { user: UserRow; method: 'otp' } | { user: UserRow; awaitsOtherAddress: true }

/**
 * Creates a one-time token for a user. The database stores only the hash of the link's token (224 random bits) and a keyed hash of the code
 * and the e-mail address or phone number it is sent to. A recovery token also discards the password of an unconfirmed sign-up
 * (users/pending-sign-up.ts). Throws 404 when the user was deleted by a concurrent request.
 */
export async function issueOneTimeToken(
  tx: Tx,
  auth: AuthDependencies,
  token: { userId: string; kind: OneTimeTokenKind; relatesTo: string; flowStateId?: string | null },
): Promise<IssuedOneTimeToken> {
  const user = await lockUser(tx, token.userId)
  if (user === null) throw authErrors.userNotFound()
  if (token.kind === 'recovery' && user.confirmed_at === null) await voidPendingSignUp(tx, user)
  const code = generateSixDigitCode()
  const flowStateId = token.flowStateId ?? null
  const tokenHash = `${flowStateId === null ? '' : PKCE_PREFIX}${generateLinkToken()}`
  const row = {
    user_id: token.userId,
    token_type: token.kind,
    token_hash: hashToken(tokenHash),
    code_hash: auth.secrets.hashCode(token.relatesTo, code),
    relates_to: token.relatesTo,
    flow_state_id: flowStateId,
  }
  await upsertOneTimeToken(tx, row)
  return { code, tokenHash }
}

/** Returns whether a one-time token has expired. A texted code is valid for a minute, a mailed code for AUTH_EMAIL_OTP_EXPIRY. */
export function isOneTimeTokenExpired(auth: AuthDependencies, token: OneTimeTokenRow): boolean {
  const seconds = token.relates_to.includes('@') ? auth.config.email.otpExpiry : TEXTED_CODE_SECONDS
  return auth.now().getTime() - token.created_at.getTime() > seconds * 1000
}

/** Returns whether a typed code matches a one-time token. Always false once the token has had too many wrong guesses. */
export function isMatchingOneTimeCode(auth: AuthDependencies, token: OneTimeTokenRow, code: string): boolean {
  return token.failures < FAILURES_MAX && token.code_hash === auth.secrets.hashCode(token.relates_to, code)
}
