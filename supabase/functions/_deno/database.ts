import { fetchWithSecret } from '@site/contract/fetch-with-secret'
import * as v from 'valibot'
import { DatabaseFunctionError, type EdgeFunctionServices } from '../_shared/services.ts'
import type { EdgeFunctionSettings } from './settings.ts'

const TIMEOUT_MS = 10_000

const refusal = v.object({ code: v.string(), message: v.string() })

/** Returns a function that calls database functions over the data API (`/rest/v1/rpc`) with the secret key. */
export function createDatabaseFunctionCaller({
  supabaseUrl,
  secretKeys: [key],
}: EdgeFunctionSettings): EdgeFunctionServices['callDatabase'] {
  // Legacy keys are JWTs and must be sent in `apikey` and in `authorization`. The newer `sb_` keys are rejected in `authorization`.
  const bearer: Record<string, string> = key.startsWith('sb_') ? {} : { authorization: `Bearer ${key}` }
  return async (name, args) => {
    const request = {
      method: 'POST',
      headers: { apikey: key, ...bearer, 'content-type': 'application/json' },
      body: JSON.stringify(args),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }
    // The platform sets SUPABASE_URL. On a self-hosted Supabase it is an http address in the containers' own network.
    const response = await fetchWithSecret(`${supabaseUrl}/rest/v1/rpc/${name}`, request, { allowInsecureHttp: true })
    const text = await response.text()
    if (response.ok) return text === '' ? null : JSON.parse(text)
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), refusal), text)
    if (!parsed.success || response.status >= 500) throw new Error(`The data API responded with ${response.status}.`)
    throw new DatabaseFunctionError(parsed.output.code, parsed.output.message)
  }
}
