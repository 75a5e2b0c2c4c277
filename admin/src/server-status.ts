import { sampleIdSchema } from '@site/contract/product'
import * as v from 'valibot'
import { CommandFailure } from './failures.ts'
import { type SiteClient, toCommandFailure, validateResponse } from './site.ts'
import { fetchFromSite } from './site-fetch.ts'

const statusSchema = v.object({
  database: v.object({
    isOwn: v.boolean(),
    /** The connection string of the server's own PostgreSQL, without a password. */
    address: v.nullable(v.string()),
    /** Null while the database cannot be reached. */
    state: v.nullable(
      v.object({
        version: v.string(),
        sizeBytes: v.number(),
        /** The number of transactions since the oldest row that VACUUM has not frozen. At two thousand million, PostgreSQL stops. */
        oldestTransactionAge: v.number(),
        checksumFailures: v.number(),
      }),
    ),
  }),
  otherDatabase: v.nullable(v.string()),
  changedMigrations: v.optional(v.array(v.string()), []),
  siteUrl: v.string(),
  sendsMail: v.boolean(),
  mailFrom: v.nullable(v.string()),
  domain: v.string(),
  trustsProxies: v.boolean(),
  untrustedProxy: v.boolean(),
  globalLimitsReached: v.record(v.string(), v.string()),
  samples: v.array(sampleIdSchema),
  downloadsBucket: v.string(),
  installerBases: v.optional(v.array(v.string()), []),
  shipping: v.optional(
    v.nullable(
      v.object({
        store: v.string(),
        behindSeconds: v.number(),
        missingFiles: v.number(),
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
 * cannot be reached, rejects the key, or responds with another error.
 */
export async function fetchServerStatus(site: SiteClient): Promise<ServerStatus | null> {
  const response = await fetchFromSite(`${site.url}/operations/v1/status`, { headers: { apikey: site.key } }).catch(
    (cause: unknown) => {
      throw toCommandFailure(site, { message: String(cause) })
    },
  )
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (response.ok && isJson) return validateResponse(statusSchema, await response.json())
  await response.body?.cancel()
  if (response.status === 401) throw toCommandFailure(site, { message: '', code: 'invalid_api_key' })
  if (response.ok || response.status === 404) return null
  throw new CommandFailure('unreachable', `${site.url} responds with status ${response.status}.`)
}
