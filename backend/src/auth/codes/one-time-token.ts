import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { hashToken, randomCode, randomLinkToken } from '../secrets.ts'
import { voidClaim } from '../users/unproven-account.ts'
import { lockUser } from '../users/user-store.ts'
import { type OneTimeTokenRow, putOneTimeToken, type TokenKind } from './one-time-token-store.ts'

/** How long a code sent to a phone works. */
const TEXTED_CODE_SECONDS = 60
/** Of these one source gets ten: see guesses.ts. */
const FAILURES_MAX = 20
const PKCE_PREFIX = 'pkce_'

/** What the person gets: six digits to type, or a token inside of a link. Both stand for the same thing. */
export type IssuedToken = { code: string; tokenHash: string }

/**
 * Makes a one-time token for a user. Only hashes are kept: of the link's token (224 random bits) and of the code, which
 * is bound to the address it goes to. One for a recovery voids the claim on an account that nobody has proved to own
 * (docs/decisions/0029). Refuses with 404 when the user was deleted meanwhile.
 */
export async function issueToken(
  tx: Transaction<Tables>,
  auth: Auth,
  token: { userId: string; kind: TokenKind; relatesTo: string; flowStateId?: string | null },
): Promise<IssuedToken> {
  const user = await lockUser(tx, token.userId)
  if (user === null) throw authErrors.userNotFound()
  if (token.kind === 'recovery' && user.confirmed_at === null) await voidClaim(tx, user)
  const code = randomCode()
  const flowStateId = token.flowStateId ?? null
  const tokenHash = `${flowStateId === null ? '' : PKCE_PREFIX}${randomLinkToken()}`
  const row = {
    user_id: token.userId,
    token_type: token.kind,
    token_hash: hashToken(tokenHash),
    code_hash: auth.secrets.hashCode(token.relatesTo, code),
    relates_to: token.relatesTo,
    flow_state_id: flowStateId,
  }
  await putOneTimeToken(tx, row)
  return { code, tokenHash }
}

/** Whether a token is too old by now. A code on a phone lives for a minute, mail takes its time. */
export function isExpired(auth: Auth, token: OneTimeTokenRow): boolean {
  const seconds = token.relates_to.includes('@') ? auth.config.email.otpExpiry : TEXTED_CODE_SECONDS
  return auth.now().getTime() - token.created_at.getTime() > seconds * 1000
}

/** Whether a code is the one a token was made with and has not been guessed at too often. */
export function fitsCode(auth: Auth, token: OneTimeTokenRow, code: string): boolean {
  return token.failures < FAILURES_MAX && token.code_hash === auth.secrets.hashCode(token.relates_to, code)
}
