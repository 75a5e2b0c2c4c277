import * as v from 'valibot'
import type { EndpointResponse } from '../../http/endpoint-response.ts'
import type { Refusal } from '../../http/errors.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AuthDependencies } from '../auth.ts'
import type { GrantContext } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { parseAuthRequestBody, text } from '../fields.ts'
import { generateRandomToken, hashToken } from '../secrets.ts'
import { isUserBanned } from '../users/user.ts'
import { lockUserAgainstDeletion, type UserRow } from '../users/user-store.ts'
import { decideRefreshTokenUse, findRefreshTokenDescendant } from './refresh-token.ts'
import {
  findActiveRefreshToken,
  findRefreshToken,
  insertRefreshToken,
  type RefreshTokenRow,
  revokeRefreshToken,
  revokeSessionRefreshTokens,
} from './refresh-token-store.ts'
import { readSessionResponseData, respondWithSession, type SessionResponseData } from './session.ts'
import {
  isSessionIdle,
  isSessionLifetimeOver,
  lockSession,
  recordSessionRefresh,
  type SessionRow,
} from './session-store.ts'

const body = v.object({ refresh_token: text })
const MINIMUM_LENGTH = 12
const SESSION_EXPIRED = 'Invalid Refresh Token: Session Expired'

/** Exchanges a refresh token for new tokens of the same session (auth-contract.md 2b; rotation rules: refresh-token.ts). */
export async function handleRefreshTokenGrant(
  { auth, requester }: GrantContext,
  input: unknown,
): Promise<EndpointResponse> {
  const { refresh_token: token } = parseAuthRequestBody(body, input)
  if (token.length < MINIMUM_LENGTH) throw authErrors.refreshTokenNotValid()
  const result = await auth.db.transaction((tx) => refresh(tx, auth, token, requester.userAgent))
  // The error is thrown only after the commit, so that it does not roll back the revocation of the session's tokens after a theft.
  if ('refusal' in result) throw result.refusal
  return await respondWithSession(auth, result.grant)
}

type Result = { grant: SessionResponseData } | { refusal: Refusal }
type Tx = Parameters<Parameters<AuthDependencies['db']['transaction']>[0]>[0]

async function refresh(tx: Tx, auth: AuthDependencies, token: string, userAgent: string | null): Promise<Result> {
  const hash = hashToken(token)
  const found = await findRefreshToken(tx, hash)
  if (found === null) return { refusal: authErrors.refreshTokenNotFound() }
  const user = await lockUserAgainstDeletion(tx, found.user_id)
  const session = await lockSession(tx, found.session_id)
  // The token is queried again under the session's lock, because a concurrent request of another tab may have used it meanwhile.
  const presented = session === null ? null : await findRefreshToken(tx, hash)
  if (session === null || presented === null) return { refusal: authErrors.refreshNoSession() }
  if (user === null || user.deleted_at !== null) return { refusal: authErrors.refreshNoSession() }
  if (isUserBanned(user, auth.now())) return { refusal: authErrors.refreshBanned() }
  if (isSessionLifetimeOver(session, auth.now())) return { refusal: authErrors.refreshSessionExpired() }
  if (isSessionIdle(session, auth.now(), auth.config.sessions.inactivityTimeout)) {
    return { refusal: authErrors.refreshSessionExpired({ message: `${SESSION_EXPIRED} (Inactivity)` }) }
  }

  const active = await findActiveRefreshToken(tx, session.id)
  const interval = auth.config.refreshTokenReuseInterval
  const decision = decideRefreshTokenUse(presented, active, { now: auth.now(), interval })
  if (decision === 'theft') return await endFamily(tx, auth, user, session)
  const next = await (decision === 'rotate'
    ? rotate(tx, auth, token, presented)
    : repeat(tx, auth, token, presented, active))
  await recordSessionRefresh(tx, session.id, userAgent)
  await recordAuditEvent(tx, 'token_refreshed', user)
  if (decision === 'rotate') await recordAuditEvent(tx, 'token_revoked', user)
  return { grant: await readSessionResponseData(tx, user, session, next) }
}

async function rotate(tx: Tx, auth: AuthDependencies, token: string, presented: RefreshTokenRow): Promise<string> {
  await revokeRefreshToken(tx, presented.id)
  return await addChild(tx, presented, auth.secrets.nextRefreshToken(token))
}

/**
 * Returns the session's active refresh token again, derived from the presented revoked one. When it cannot be derived, because the server's
 * secret key was changed, issues a second active token.
 */
async function repeat(
  tx: Tx,
  auth: AuthDependencies,
  token: string,
  presented: RefreshTokenRow,
  active: RefreshTokenRow | null,
): Promise<string> {
  const derive = { next: auth.secrets.nextRefreshToken, hash: hashToken }
  const known = active === null ? null : findRefreshTokenDescendant(active.token_hash, token, derive)
  return known ?? (await addChild(tx, presented, generateRandomToken()))
}

async function addChild(tx: Tx, parent: RefreshTokenRow, token: string): Promise<string> {
  const { token_hash: parent_hash, session_id, user_id } = parent
  await insertRefreshToken(tx, { token_hash: hashToken(token), parent_hash, session_id, user_id })
  return token
}

async function endFamily(tx: Tx, auth: AuthDependencies, user: UserRow, session: SessionRow): Promise<Result> {
  if (auth.config.enableRefreshTokenRotation) {
    await revokeSessionRefreshTokens(tx, session.id)
    await recordAuditEvent(tx, 'token_revoked', user, { reason: 'reuse' })
  }
  return { refusal: authErrors.refreshTokenUsed() }
}
