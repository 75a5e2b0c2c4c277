import type { Transaction } from 'kysely'
import type { Tables } from '../../database/port/tables.ts'
import { audit } from '../audit.ts'
import type { Auth } from '../auth.ts'
import type { SignedIn } from '../bearer.ts'
import { authErrors } from '../errors.ts'
import { mailNotice } from '../messages/mail.ts'
import { hashToken, randomToken } from '../secrets.ts'
import { assuranceLevel } from '../sessions/access-token.ts'
import { insertRefreshToken, revokeTokensOfSession } from '../sessions/refresh-token-store.ts'
import { readGrant, type SessionGrant } from '../sessions/session.ts'
import { addAmrClaim, deleteLowerSessions, findAmrClaims, raiseSession } from '../sessions/session-store.ts'
import type { FactorRow } from '../users/user-store.ts'
import { deleteOtherUnverified, updateFactor } from './factor-store.ts'

type Tx = Transaction<Tables>

/** Maps a factor type to its authentication method (`amr` claim) where the two names differ. */
const methods = new Map([
  ['phone', 'mfa/phone'],
  ['webauthn', 'mfa/webauthn'],
])

/** Returns the authentication method (`amr`) of a factor. */
export function methodOf(factor: Pick<FactorRow, 'factor_type'>): string {
  return methods.get(factor.factor_type) ?? factor.factor_type
}

/** Returns whether a second factor was verified in the caller's session (assurance level aal2). */
export async function hasSecondFactor(auth: Auth, { session }: SignedIn): Promise<boolean> {
  if (session === null) return false
  return assuranceLevel(await findAmrClaims(auth.db.kysely, session.id)) === 'aal2'
}

/**
 * Raises the session to aal2 after a factor was verified: marks the factor as verified, issues a new refresh token and
 * ends the user's aal1 sessions (auth-contract.md 10.3).
 */
export async function raiseAssuranceLevel(
  tx: Tx,
  auth: Auth,
  { user, session }: SignedIn,
  factor: FactorRow,
): Promise<SessionGrant> {
  if (session === null) throw authErrors.sessionGone()
  const isNew = factor.status !== 'verified'
  if (isNew) {
    await updateFactor(tx, factor.id, { status: 'verified' })
    await deleteOtherUnverified(tx, factor)
    await mailNotice(tx, auth, user.email, 'factor_enrolled')
  }
  await addAmrClaim(tx, { session_id: session.id, authentication_method: methodOf(factor) })
  const raised = await raiseSession(tx, session.id, factor.id)
  await deleteLowerSessions(tx, user.id, session.id)
  await revokeTokensOfSession(tx, session.id)
  const refreshToken = randomToken()
  await insertRefreshToken(tx, {
    token_hash: hashToken(refreshToken),
    parent_hash: null,
    session_id: session.id,
    user_id: user.id,
  })
  await audit(tx, 'verification_attempted', user, { factor_id: factor.id, factor_type: factor.factor_type })
  return await readGrant(tx, user, raised, refreshToken)
}
