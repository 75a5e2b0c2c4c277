import type { FastifyRequest } from 'fastify'
import { readBearer, readTokenOrKey } from '../http/caller.ts'
import type { Guard } from '../http/endpoint.ts'
import { Refusal } from '../http/errors.ts'
import type { Auth } from './auth.ts'
import { authErrors } from './errors.ts'
import { isUuid } from './fields.ts'
import { findSession, isOver, type SessionRow } from './sessions/session-store.ts'
import { isBanned } from './users/user.ts'
import { findUserById, type UserRow } from './users/user-store.ts'

/** The signed-in user of a request: the claims of the access token, and the current user and session rows. */
export type SignedIn = { user: UserRow; session: SessionRow | null; claims: Record<string, unknown> }

type Token = Awaited<ReturnType<typeof readTokenOrKey>>

// Both a guard (before the body is read) and the handler need the verified token. This cache avoids a second verification.
const tokens = new WeakMap<FastifyRequest, Promise<Token>>()
const users = new WeakMap<FastifyRequest, Promise<SignedIn>>()

/** A guard that requires a signed-in user. It runs before the body is read. */
export function signedInOnly(auth: Auth): Guard {
  return async ({ request }) => void (await requireUser(auth, request))
}

/** A guard that requires a signed-in user and rejects anonymous users. */
export function permanentUserOnly(auth: Auth): Guard {
  return async ({ request }) => void (await requirePermanentUser(auth, request))
}

/** A guard that requires the secret key, or a token with the role `service_role` (auth-contract.md 0.5). */
export function adminOnly(auth: Auth): Guard {
  return async ({ request }) => {
    const { role, claims } = await readToken(auth, request)
    if (role !== 'service_role') throw authErrors.notAdmin()
    if (claims.session_id === undefined) return
    // A `service_role` token that was issued at a sign-in belongs to a session, which must still be valid.
    const { session } = await requireUser(auth, request)
    if (session !== null && isOver(session, auth.now())) throw authErrors.sessionExpired()
  }
}

/**
 * Returns the signed-in user of a request, or throws (auth-contract.md 0.4). Reads the session row for each request, so
 * that a sign-out, a password change or a ban takes effect at once, even while the access token has not expired.
 */
export function requireUser(auth: Auth, request: FastifyRequest): Promise<SignedIn> {
  const known = users.get(request) ?? findSignedIn(auth, request)
  users.set(request, known)
  return known
}

/** Returns the signed-in user like `requireUser`, but throws 403 for an anonymous user. */
export async function requirePermanentUser(auth: Auth, request: FastifyRequest): Promise<SignedIn> {
  const signedIn = await requireUser(auth, request)
  if (signedIn.user.is_anonymous) throw authErrors.anonymousNotAllowed()
  return signedIn
}

/** Returns whether a request's bearer token is the secret key or has the role `service_role`. Returns false for an invalid token. */
export async function isAdmin(auth: Auth, request: FastifyRequest): Promise<boolean> {
  if (readBearer(request.headers.authorization) === null) return false
  return await readToken(auth, request)
    .then(({ role }) => role === 'service_role')
    .catch(() => false)
}

async function findSignedIn(auth: Auth, request: FastifyRequest): Promise<SignedIn> {
  const { claims } = await readToken(auth, request)
  const { sub, session_id: sessionId } = claims
  if (typeof sub !== 'string') throw authErrors.badJwt({ message: 'invalid claim: missing sub claim' })
  if (!isUuid(sub)) throw authErrors.badSubject()
  const user = await findUserById(auth.db.kysely, sub)
  if (user === null || user.deleted_at !== null) throw authErrors.subjectNotFound()
  const session = await readSession(auth, user, sessionId)
  if (isBanned(user, auth.now())) throw authErrors.userBanned()
  return { user, session, claims }
}

function readToken(auth: Auth, request: FastifyRequest): Promise<Token> {
  const known = tokens.get(request) ?? checkToken(auth, request)
  tokens.set(request, known)
  return known
}

async function checkToken(auth: Auth, request: FastifyRequest): Promise<Token> {
  const bearer = readBearer(request.headers.authorization)
  if (bearer === null) throw authErrors.noAuthorization()
  try {
    return await readTokenOrKey(bearer, auth.keys)
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    throw authErrors.badJwt({ cause, message: `invalid JWT: unable to parse or verify signature, ${cause.message}` })
  }
}

async function readSession(auth: Auth, user: UserRow, sessionId: unknown): Promise<SessionRow | null> {
  if (sessionId === undefined || sessionId === '') return null
  if (typeof sessionId !== 'string' || !isUuid(sessionId)) {
    throw authErrors.badJwt({ message: 'invalid claim: session_id claim must be a UUID' })
  }
  const session = await findSession(auth.db.kysely, sessionId)
  if (session === null || session.user_id !== user.id) throw authErrors.sessionGone()
  return session
}
