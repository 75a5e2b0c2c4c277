import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { CommandFailure } from './failures.ts'
import { type EnvironmentVariables, loadSecretKey, resolveBackendUrl } from './settings.ts'
import { fetchFromSite, parseFetchFailureReason, parseRedirectOrigin } from './site-fetch.ts'

/** A connection to the backend with the secret key, whose role is `service_role`. */
export type SiteClient = { url: string; key: string; client: SupabaseClient }

/** Creates the backend client with the secret key. Sends no request. */
export function createSiteClient(env: EnvironmentVariables): SiteClient {
  const url = resolveBackendUrl(env)
  const key = loadSecretKey(env)
  const client = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: fetchFromSite },
  })
  return { url, key, client }
}

/** A valibot schema that parses an untrusted value into a `T`. */
export type ResponseSchema<T> = v.GenericSchema<unknown, T>

type ApiResponse = { data: unknown; error: { message: string; code?: string | undefined } | null }

/**
 * Awaits a data API request and returns its validated data. Throws a CommandFailure when the response is an error or does not fit the
 * schema.
 */
export async function awaitQueryResult<T>(
  site: SiteClient,
  schema: ResponseSchema<T>,
  response: PromiseLike<ApiResponse>,
): Promise<T> {
  const { data, error } = await response
  if (error) throw toCommandFailure(site, error)
  return validateResponse(schema, data)
}

/** Calls a database function through the data API and returns its validated result. */
export function callRpc<T>(
  site: SiteClient,
  schema: ResponseSchema<T>,
  name: string,
  args: Record<string, unknown> = {},
): Promise<T> {
  return awaitQueryResult(site, schema, site.client.rpc(name, args))
}

/** Validates data from the server. Throws a `not_migrated` CommandFailure when it does not fit the schema. */
export function validateResponse<T>(schema: ResponseSchema<T>, data: unknown): T {
  const parsed = v.safeParse(schema, data)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new CommandFailure('not_migrated', `The server returned an unexpected response: ${issue.message}.`)
}

/** Converts an error of the data API, auth or storage service into a CommandFailure with a message and a hint for the operator. */
export function toCommandFailure(
  site: Pick<SiteClient, 'url'>,
  error: { message: string; code?: string | undefined; status?: number | undefined },
): CommandFailure {
  const { message, code = '' } = error
  const redirected = parseRedirectOrigin(message)
  if (redirected !== null) {
    return new CommandFailure('bad_address', `${site.url} redirects to ${redirected}.`, {
      hint: `The operators’ key was not sent there. If that is your site, set SUPABASE_URL=${redirected}`,
      cause: error,
    })
  }
  const fault = parseFetchFailureReason(message)
  if (fault === 'certificate') {
    return new CommandFailure('untrusted_certificate', `The certificate of ${site.url} is not trusted.`, {
      cause: error,
    })
  }
  if (fault === 'web page') {
    return new CommandFailure('unreachable', `${site.url} answers with a web page, not as a backend.`, {
      cause: error,
    })
  }
  if (fault === 'interrupted') {
    return new CommandFailure('unreachable', `The connection to ${site.url} ended before the answer.`, {
      hint: 'It may have been done: look before you repeat it.',
      cause: error,
    })
  }
  if (fault === 'no answer')
    return new CommandFailure('unreachable', `${site.url} cannot be reached.`, { cause: error })
  if (code === 'invalid_api_key' || code === 'no_api_key' || /invalid api key/i.test(message)) {
    return new CommandFailure('key_refused', `${site.url} does not accept the key.`, { cause: error })
  }
  if (code === 'PGRST202' || code === 'PGRST205') {
    return new CommandFailure('not_migrated', 'The database of the site is older than this program.', { cause: error })
  }
  if (code === '42501' || code === 'not_admin') {
    return new CommandFailure('key_refused', 'The key is not the operators’ key: it may not do this.', { cause: error })
  }
  const hint = code === 'database_unavailable' ? 'Try again in a moment.' : ''
  return new CommandFailure('refused', /[.!?]$/.test(message) ? message : `${message}.`, { hint, cause: error })
}
