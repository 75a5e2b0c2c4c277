import type { Tx } from '../../database/port/tables.ts'
import { type EndpointResponse, okResponse } from '../../http/endpoint-response.ts'
import type { AuthDependencies } from '../auth.ts'
import { generateRandomToken, hashToken } from '../secrets.ts'
import { findUserIdentities } from '../users/identity-store.ts'
import { renderUser } from '../users/user.ts'
import { type FactorRow, findUserFactors, type IdentityRow, type UserRow, updateUser } from '../users/user-store.ts'
import { createAccessTokenClaims } from './access-token.ts'
import { insertRefreshToken } from './refresh-token-store.ts'
import {
  type AmrRow,
  addAmrClaim,
  endOldestSessions,
  findAmrClaims,
  insertSession,
  type SessionRow,
} from './session-store.ts'

/** The data of a response that opens or refreshes a session, read in one transaction. The access token is signed after the transaction. */
export type SessionResponseData = {
  user: UserRow
  identities: IdentityRow[]
  factors: FactorRow[]
  session: SessionRow
  amr: AmrRow[]
  refreshToken: string
}

/** The authentication method of a sign-in, the identity provider if there is one, and the client's User-Agent. */
export type SignInMethod = { method: string; provider?: string | null; userAgent: string | null }

/** Opens a session for a user who has just authenticated. The user's other sessions stay open. */
export async function openSession(
  tx: Tx,
  auth: AuthDependencies,
  user: UserRow,
  proof: SignInMethod,
): Promise<SessionResponseData> {
  const signedIn = await updateUser(tx, user.id, { last_sign_in_at: auth.now() })
  const { timebox } = auth.config.sessions
  const not_after = timebox === 0 ? null : new Date(auth.now().getTime() + timebox * 1000)
  const session = await insertSession(tx, { user_id: user.id, user_agent: proof.userAgent, not_after })
  await endOldestSessions(tx, session)
  const { method, provider = null } = proof
  await addAmrClaim(tx, { session_id: session.id, authentication_method: method, provider })
  return await issueRefreshToken(tx, signedIn, session)
}

/** Issues a refresh token that has no predecessor: of a new session, or of one whose refresh tokens were revoked. */
export async function issueRefreshToken(tx: Tx, user: UserRow, session: SessionRow): Promise<SessionResponseData> {
  const refreshToken = generateRandomToken()
  const token = { token_hash: hashToken(refreshToken), parent_hash: null, session_id: session.id, user_id: user.id }
  await insertRefreshToken(tx, token)
  return await readSessionResponseData(tx, user, session, refreshToken)
}

/** Queries the data of a session response. */
export async function readSessionResponseData(
  tx: Tx,
  user: UserRow,
  session: SessionRow,
  refreshToken: string,
): Promise<SessionResponseData> {
  const identities = await findUserIdentities(tx, user.id)
  const factors = await findUserFactors(tx, user.id)
  const amr = await findAmrClaims(tx, session.id)
  return { user, identities, factors, session, amr, refreshToken }
}

/** Returns the response of a sign-in or refresh: tokens, their expiry, and the user (auth-contract.md 0.13). */
export async function respondWithSession(
  auth: AuthDependencies,
  grant: SessionResponseData,
  extra: object = {},
): Promise<EndpointResponse> {
  return okResponse(await renderSession(auth, grant, extra), {
    'cache-control': 'no-store',
    'sb-auth-user-id': grant.user.id,
    'sb-auth-session-id': grant.session.id,
  })
}

/** Signs an access token and renders the session with the tokens and the user. */
export async function renderSession(auth: AuthDependencies, grant: SessionResponseData, extra: object = {}) {
  const { user, identities, factors, session, amr, refreshToken } = grant
  const issuedAt = Math.floor(auth.now().getTime() / 1000)
  const expiresAt = issuedAt + auth.config.jwtExpiry
  const claims = createAccessTokenClaims({ issuer: auth.issuer, user, session, amr, issuedAt, expiresAt })
  return {
    access_token: await auth.keys.signToken(claims),
    token_type: 'bearer',
    expires_in: auth.config.jwtExpiry,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: renderUser(user, identities, factors),
    ...extra,
  }
}
