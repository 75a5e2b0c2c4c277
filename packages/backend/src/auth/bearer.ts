import type { FastifyRequest } from 'fastify'
import { authenticateTokenOrApiKey, parseBearerToken } from '../http/caller.ts'
import { Refusal } from '../http/errors.ts'
import type { AuthDependencies } from './auth.ts'
import { authErrors } from './errors.ts'
import { isUuid } from './fields.ts'
import { findSession, isSessionLifetimeOver, type SessionRow } from './sessions/session-store.ts'
import { isUserBanned } from './users/user.ts'
import { findUserById, type UserRow } from './users/user-store.ts'

/** The signed-in user of a request: the claims of the access token, and the current user and session rows. */
export type AuthenticatedUser = { user: UserRow; session: SessionRow | null } & Token

type Token = Awaited<ReturnType<typeof authenticateTokenOrApiKey>>

/**
 * Checks that the bearer token is the secret key or has the role `service_role` (auth-contract.md 0.5). Returns its role and claims, or
 * throws.
 */
export async function requireAdmin(auth: AuthDependencies, request: FastifyRequest): Promise<Token> {
  const token = await readToken(auth, request)
  if (token.role !== 'service_role') throw authErrors.notAdmin()
  if (token.claims['session_id'] === undefined) return token
  // A `service_role` token that was issued at a sign-in belongs to a session, which must still be valid.
  const { session } = await requireUser(auth, request)
  if (session !== null && isSessionLifetimeOver(session, auth.now())) throw authErrors.sessionExpired()
  return token
}

/**
 * Returns the signed-in user of a request, or throws (auth-contract.md 0.4). Reads the session row for each request, so
 * that a sign-out, a password change or a ban takes effect at once, even while the access token has not expired.
 */
export async function requireUser(auth: AuthDependencies, request: FastifyRequest): Promise<AuthenticatedUser> {
  const { role, claims } = await readToken(auth, request)
  const { sub, session_id: sessionId } = claims
  if (typeof sub !== 'string') throw authErrors.badJwt({ message: 'invalid claim: missing sub claim' })
  if (!isUuid(sub)) throw authErrors.badSubject()
  const user = await findUserById(auth.db.kysely, sub)
  if (user === null || user.deleted_at !== null) throw authErrors.subjectNotFound()
  const session = await readSession(auth, user, sessionId)
  if (isUserBanned(user, auth.now())) throw authErrors.userBanned()
  return { user, session, role, claims }
}

/** Returns the signed-in user like `requireUser`, but throws 403 for an anonymous user. */
export async function requirePermanentUser(
  auth: AuthDependencies,
  request: FastifyRequest,
): Promise<AuthenticatedUser> {
  const signedIn = await requireUser(auth, request)
  if (signedIn.user.is_anonymous) throw authErrors.anonymousNotAllowed()
  return signedIn
}

async function readToken(auth: AuthDependencies, request: FastifyRequest): Promise<Token> {
  const bearer = parseBearerToken(request.headers.authorization)
  if (bearer === null) throw authErrors.noAuthorization()
  try {
    return await authenticateTokenOrApiKey(bearer, auth.keys)
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    throw authErrors.badJwt({ cause, message: `invalid JWT: unable to parse or verify signature, ${cause.message}` })
  }
}

async function readSession(auth: AuthDependencies, user: UserRow, sessionId: unknown): Promise<SessionRow | null> {
  if (sessionId === undefined || sessionId === '') return null
  if (typeof sessionId !== 'string' || !isUuid(sessionId)) {
    throw authErrors.badJwt({ message: 'invalid claim: session_id claim must be a UUID' })
  }
  const session = await findSession(auth.db.kysely, sessionId)
  if (session === null || session.user_id !== user.id) throw authErrors.sessionGone()
  return session
}
