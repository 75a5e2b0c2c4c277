import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { audit } from '../audit.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { hashToken } from '../secrets.ts'
import { changeEmail } from '../users/email-change.ts'
import { refreshProviders } from '../users/identity-store.ts'
import { giveToOwner } from '../users/unproven-account.ts'
import { isBanned } from '../users/user.ts'
import { changePhone, confirmEmail, confirmPhone } from '../users/user-confirmation.ts'
import { lockUser, type UserRow } from '../users/user-store.ts'
import { fitsCode, isExpired } from './one-time-token.ts'
import {
  clearTokens,
  countFailure,
  lockTokenByHash,
  lockTokensOf,
  type OneTimeTokenRow,
  type TokenKind,
} from './one-time-token-store.ts'

type Tx = Transaction<Tables>

/** Which tokens a verification type of a mail may use (auth-contract.md 4.1). `email` is whichever of the two fits. */
export const mailedTypes: ReadonlyMap<string, readonly TokenKind[]> = new Map<string, readonly TokenKind[]>([
  ['signup', ['confirmation']],
  ['invite', ['confirmation']],
  ['magiclink', ['recovery']],
  ['recovery', ['recovery']],
  ['email', ['confirmation', 'recovery']],
  ['email_change', ['email_change_current', 'email_change_new']],
])

/** The same for codes that went to a phone: a code proves the way it came by, and no other. */
export const textedTypes: ReadonlyMap<string, readonly TokenKind[]> = new Map<string, readonly TokenKind[]>([
  ['sms', ['confirmation']],
  ['phone_change', ['phone_change']],
])

/** What was shown to be true: the user as they are now, or that one of two mailboxes is still missing. */
export type Verified = { user: UserRow; method: 'otp' } | { user: UserRow; waitsForOther: true }

/** A code that somebody typed in, where it was sent to, and where it comes from (`claimSource`). */
export type TypedCode = { kinds: readonly TokenKind[]; relatesTo: string; code: string; sourceKey: string }

/** What a link says it is for, what it carries, and where it is followed (`claimSource`). */
export type FollowedLink = { type: string; tokenHash: string; sourceKey: string }

/** Checks what a link carries, uses it up and does what it stands for. Refuses with 403 when it is of no use any more. */
export async function verifyLink(tx: Tx, auth: Auth, { type, tokenHash, sourceKey }: FollowedLink): Promise<Verified> {
  const kinds = mailedTypes.get(type)
  const token = kinds === undefined ? null : await lockTokenByHash(tx, hashToken(tokenHash), kinds)
  if (token === null || isExpired(auth, token)) throw authErrors.linkExpired()
  return await apply(tx, auth, token, sourceKey)
}

/** Checks a code that was typed in. A wrong one answers null and has been counted; the caller commits and refuses. */
export async function verifyCode(tx: Tx, auth: Auth, typed: TypedCode): Promise<Verified | null> {
  const { kinds, relatesTo, code, sourceKey } = typed
  const tokens = await lockTokensOf(tx, relatesTo, kinds)
  const live = tokens.filter((token) => !isExpired(auth, token))
  const fitting = live.find((token) => fitsCode(auth, token, code))
  if (fitting !== undefined) return await apply(tx, auth, fitting, sourceKey)
  await countFailure(
    tx,
    live.map(({ id }) => id),
  )
  return null
}

async function apply(tx: Tx, auth: Auth, token: OneTimeTokenRow, sourceKey: string): Promise<Verified> {
  const user = await lockUser(tx, token.user_id)
  if (user === null || user.deleted_at !== null) throw authErrors.linkExpired()
  if (isBanned(user, auth.now())) throw authErrors.userBanned()
  if (token.token_type === 'email_change_current' || token.token_type === 'email_change_new') {
    return await changeEmail(tx, auth, user, token)
  }
  const isNobodysYet = user.confirmed_at === null
  const by = token.token_type
  const isClaimed = isNobodysYet && (by === 'confirmation' || by === 'recovery')
  const owned = isClaimed ? await giveToOwner(tx, user, { by, sourceKey }, token.flow_state_id) : user
  const confirmed = await confirm(tx, auth, owned, token)
  const changed = owned === user ? confirmed : await refreshProviders(tx, confirmed)
  await clearTokens(tx, user.id)
  await audit(tx, isNobodysYet ? 'user_signedup' : 'login', changed)
  return { user: changed, method: 'otp' }
}

async function confirm(tx: Tx, auth: Auth, user: UserRow, token: OneTimeTokenRow): Promise<UserRow> {
  if (token.token_type === 'phone_change') return await changePhone(tx, auth, user)
  if (token.relates_to === user.phone) return await confirmPhone(tx, auth, user)
  if (token.relates_to === user.email) return await confirmEmail(tx, auth, user)
  throw authErrors.linkExpired() // sent to an address or number that is not theirs any more
}
