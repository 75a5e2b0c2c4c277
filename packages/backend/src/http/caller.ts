import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '../database/port/database.ts'
import { httpErrors } from './http-errors.ts'
import type { ServerKeys } from './keys.ts'

/** The maximum length of an API key. */
export const API_KEY_MAX = 4096
/** The maximum length of an access token. A token with the longest metadata that the auth service allows is shorter. */
const TOKEN_MAX = 12_288

/** The client's IP network, user agent and trace headers, which are known before any API key is checked. */
export type ClientNetworkAndHeaders = Pick<Caller, 'source' | 'userAgent' | 'traceHeaders'>

/** Returns the anonymous caller, for an endpoint that needs no API key. */
export function createAnonymousCaller(origin: ClientNetworkAndHeaders): Caller {
  return { role: 'anon', claims: { role: 'anon' }, ...origin }
}

/** Returns whether a caller is anonymous, without an access token of a user. All anonymous callers have the same privileges and claims. */
export function isAnonymousCaller({ role, claims }: Caller): boolean {
  return role === 'anon' && Object.keys(claims).length === 1
}

/**
 * Authenticates a request. The `apikey` header is required and sets the role; a bearer token sets role and claims instead. supabase-js also
 * sends the API key as bearer token, which does not identify a user. Throws 401 for a missing or unknown key and for an invalid token.
 */
export async function authenticateCaller(
  headers: IncomingHttpHeaders,
  keys: ServerKeys,
  origin: ClientNetworkAndHeaders,
): Promise<Caller> {
  const apikey = headers.apikey
  const bearer = parseBearerToken(headers.authorization)
  if (typeof apikey !== 'string' || apikey === '')
    throw httpErrors.noApiKey({ hint: 'No `apikey` request header was found.' })
  const keyRole = apikey.length > API_KEY_MAX ? null : await keys.roleOfKey(apikey)
  if (keyRole === null) throw httpErrors.invalidApiKey({ hint: 'Double check your publishable or secret API key.' })
  if (bearer === null || bearer === apikey) return { role: keyRole, claims: { role: keyRole }, ...origin }
  return { ...(await authenticateTokenOrApiKey(bearer, keys)), ...origin }
}

/** Returns the role of an API key, or the role and claims of an access token. Throws 401 for any other text. */
export async function authenticateTokenOrApiKey(
  bearer: string,
  keys: ServerKeys,
): Promise<Pick<Caller, 'role' | 'claims'>> {
  if (bearer.length > TOKEN_MAX) throw httpErrors.invalidToken()
  const role =
    bearer.startsWith('sb_') || bearer === keys.publishable || bearer === keys.secret
      ? await keys.roleOfKey(bearer)
      : null
  if (role !== null) return { role, claims: { role } }
  const claims = await keys.verifyToken(bearer)
  return { role: claims.role, claims }
}

/** Returns the token of an `Authorization: Bearer` header. Returns null for a missing header and for other schemes. */
export function parseBearerToken(authorization: string | undefined): string | null {
  const match = /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')
  return match?.[1] ?? null
}
