import * as v from 'valibot'
import { type SiteClient, toCommandFailure, validateResponse } from './site.ts'
import { fetchFromSite } from './site-fetch.ts'

const statusSchema = v.object({
  engine: v.string(),
  otherDatabase: v.nullable(v.string()),
  siteUrl: v.string(),
  sendsMail: v.boolean(),
  mailFrom: v.nullable(v.string()),
  domain: v.string(),
  sampleMailHeaders: v.string(),
  trustsProxies: v.boolean(),
  untrustedProxy: v.boolean(),
  ceilingsReached: v.record(v.string(), v.string()),
  hasOwnPublishableKey: v.boolean(),
  testimonialsAreSamples: v.boolean(),
  filmIsSample: v.boolean(),
  downloadsBucket: v.string(),
  installerBases: v.optional(v.array(v.string()), []),
  shipping: v.optional(
    v.nullable(
      v.object({
        place: v.string(),
        behindSeconds: v.number(),
        filesUnderway: v.number(),
        problem: v.nullable(v.string()),
      }),
    ),
    null,
  ),
  disk: v.object({ freeBytes: v.number(), totalBytes: v.number() }),
  node: v.string(),
  upSeconds: v.number(),
})

/** The configuration and state of a self-contained server, from `/operations/v1/status`. */
export type ServerStatus = v.InferOutput<typeof statusSchema>

/**
 * Requests the server's status. Returns null when the backend has no status endpoint, as on Supabase. Throws a CommandFailure when the site
 * cannot be reached.
 */
export async function fetchServerStatus(site: SiteClient): Promise<ServerStatus | null> {
  const response = await fetchFromSite(`${site.url}/operations/v1/status`, { headers: { apikey: site.key } }).catch(
    (cause: unknown) => {
      throw toCommandFailure(site, { message: String(cause) })
    },
  )
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (!response.ok || !isJson) {
    await response.body?.cancel()
    return null
  }
  return validateResponse(statusSchema, await response.json())
}
