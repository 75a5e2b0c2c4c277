import type { EdgeFunctionServices } from '../_shared/services.ts'
import type { EdgeFunctionSettings } from './settings.ts'
import { readRateLimitSource } from './source.ts'

type Caller = EdgeFunctionServices['caller']

/**
 * Returns the role and the client's IP network (`source`) of a request. The role follows from the API key in the header `apikey` or,
 * without that header, in the bearer token. Returns null for a missing or unknown key. Supabase's own JWT check is disabled for these
 * functions (`verify_jwt` in config.toml), because it rejects the newer `sb_` keys, which are not JWTs.
 */
export async function authenticateFunctionCaller(
  request: Request,
  settings: EdgeFunctionSettings,
): Promise<Caller | null> {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const key = request.headers.get('apikey') ?? bearer ?? ''
  const source = readRateLimitSource(request.headers, settings.sourceHeader)
  if (await isAmong(key, settings.secretKeys)) return { role: 'service_role', source }
  if (await isAmong(key, settings.publishableKeys)) return { role: 'anon', source }
  return null
}

/** Returns whether a key is in a list. Compares SHA-256 digests instead of keys, so that the response time reveals nothing about a key. */
async function isAmong(key: string, known: readonly string[]): Promise<boolean> {
  const wanted = await digest(key)
  const digests = await Promise.all(known.map(digest))
  return digests.includes(wanted)
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return new Uint8Array(bytes).join()
}
