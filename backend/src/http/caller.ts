import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '../database/database.ts'
import { httpErrors } from './http-errors.ts'
import type { Keys } from './keys.ts'

const KEY_MAX = 4096
/** With the longest metadata that the auth service keeps, a token stays below this. */
const TOKEN_MAX = 12_288

/** Where a request comes from and what the client calls itself: what is known of a caller before any key is read. */
export type Origin = { source: string; userAgent?: string }

/** The caller without any key: what a public address sees. */
export function anonymousCaller(origin: Origin): Caller {
  return { role: 'anon', claims: { role: 'anon' }, ...origin }
}

/** Whether this is somebody without a token: all of them have the same rights and claims. */
export function isVisitor({ role, claims }: Caller): boolean {
  return role === 'anon' && Object.keys(claims).length === 1
}

/**
 * Who calls. `apikey` opens the door and gives the role when nobody is signed in; the bearer, when it is a token, says
 * as whom. The key sent again as bearer (supabase-js does so) is no user. Refuses with 401 a missing or unknown key and
 * a token that does not verify.
 */
export async function readCaller(headers: IncomingHttpHeaders, keys: Keys, origin: Origin): Promise<Caller> {
  const apikey = headers.apikey
  const bearer = readBearer(headers.authorization)
  if (typeof apikey !== 'string' || apikey === '')
    throw httpErrors.noApiKey({ hint: 'No `apikey` request header was found.' })
  const keyRole = apikey.length > KEY_MAX ? null : await keys.roleOfKey(apikey)
  if (keyRole === null) throw httpErrors.invalidApiKey({ hint: 'Double check your publishable or secret API key.' })
  if (bearer === null || bearer === apikey) return { role: keyRole, claims: { role: keyRole }, ...origin }
  return { ...(await readTokenOrKey(bearer, keys)), ...origin }
}

/** What a bearer stands for: an API key its role, a token its claims. Refuses anything else with 401. */
export async function readTokenOrKey(bearer: string, keys: Keys): Promise<Pick<Caller, 'role' | 'claims'>> {
  if (bearer.length > TOKEN_MAX) throw httpErrors.invalidToken()
  const role =
    bearer.startsWith('sb_') || bearer === keys.publishable || bearer === keys.secret
      ? await keys.roleOfKey(bearer)
      : null
  if (role !== null) return { role, claims: { role } }
  const claims = await keys.verifyToken(bearer)
  return { role: claims.role, claims }
}

/** The token of an `Authorization: Bearer` header, or null. Other schemes are not ours and count as none. */
export function readBearer(authorization: string | undefined): string | null {
  const match = /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')
  return match?.[1] ?? null
}
