import type { Tx } from '../../database/port/tables.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import type { AuthenticatedUser } from '../bearer.ts'
import { authErrors } from '../errors.ts'
import { queueSecurityNotice } from '../messages/mail.ts'
import { determineAssuranceLevel } from '../sessions/access-token.ts'
import { revokeSessionRefreshTokens } from '../sessions/refresh-token-store.ts'
import { issueRefreshToken, type SessionResponseData } from '../sessions/session.ts'
import { addAmrClaim, deleteAal1Sessions, findAmrClaims, upgradeSessionToAal2 } from '../sessions/session-store.ts'
import type { FactorRow } from '../users/user-store.ts'
import { deleteOtherUnverifiedFactors, updateFactor } from './factor-store.ts'

/** Maps a factor type to its authentication method (`amr` claim) where the two names differ. */
const methods = new Map([
  ['phone', 'mfa/phone'],
  ['webauthn', 'mfa/webauthn'],
])

/** Returns the authentication method (`amr`) of a factor. */
export function getFactorAuthMethod(factor: Pick<FactorRow, 'factor_type'>): string {
  return methods.get(factor.factor_type) ?? factor.factor_type
}

/** Returns whether a second factor was verified in the caller's session (assurance level aal2). */
export async function isAal2Session(auth: AuthDependencies, { session }: AuthenticatedUser): Promise<boolean> {
  if (session === null) return false
  return determineAssuranceLevel(await findAmrClaims(auth.db.kysely, session.id)) === 'aal2'
}

/**
 * Raises the session to aal2 after a factor was verified: marks the factor as verified, issues a new refresh token and
 * ends the user's aal1 sessions (auth-contract.md 10.3).
 */
export async function raiseAssuranceLevel(
  tx: Tx,
  auth: AuthDependencies,
  { user, session }: AuthenticatedUser,
  factor: FactorRow,
): Promise<SessionResponseData> {
  if (session === null) throw authErrors.sessionGone()
  const isNew = factor.status !== 'verified'
  if (isNew) {
    await updateFactor(tx, factor.id, { status: 'verified' })
    await deleteOtherUnverifiedFactors(tx, factor)
    await queueSecurityNotice(tx, auth, user.email, 'factor_enrolled')
  }
  await addAmrClaim(tx, { session_id: session.id, authentication_method: getFactorAuthMethod(factor) })
  const raised = await upgradeSessionToAal2(tx, session.id, factor.id)
  await deleteAal1Sessions(tx, user.id, session.id)
  await revokeSessionRefreshTokens(tx, session.id)
  await recordAuditEvent(tx, 'verification_attempted', user, { factor_id: factor.id, factor_type: factor.factor_type })
  return await issueRefreshToken(tx, user, raised)
}
