import * as v from 'valibot'
import { checked, type Site } from '../site.ts'
import { siteFetch } from '../site-fetch.ts'

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
  disk: v.object({ freeBytes: v.number(), totalBytes: v.number() }),
  node: v.string(),
  upSeconds: v.number(),
})

/** How a self-contained server is set up. */
export type Status = v.InferOutput<typeof statusSchema>

/** Asks the server; null where the backend has no such path (Supabase). */
export async function readStatus(site: Site): Promise<Status | null> {
  const answer = await siteFetch(`${site.url}/operations/v1/status`, { headers: { apikey: site.key } })
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
  if (!answer.ok || !isJson) {
    await answer.body?.cancel()
    return null
  }
  return checked(statusSchema, await answer.json())
}
