import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { Failure } from './failures.ts'
import { type Environment, secretKey, siteAddress } from './settings.ts'
import { faultOf, siteFetch } from './site-fetch.ts'

/** The site's backend, with every right. */
export type Site = { url: string; key: string; client: SupabaseClient }

/** Connects with the operators' key. Nothing is sent yet. */
export function openSite(env: Environment): Site {
  const url = siteAddress(env)
  const key = secretKey(env)
  const client = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: siteFetch },
  })
  return { url, key, client }
}

/** A schema of valibot's that data from outside is checked with. */
export type Shape<T> = v.GenericSchema<unknown, T>

type Answered = { data: unknown; error: { message: string; code?: string | undefined } | null }

/** What an answer of the data API holds, checked. Refuses with the reason when it is an error or has another shape. */
export async function ask<T>(site: Site, shape: Shape<T>, answer: PromiseLike<Answered>): Promise<T> {
  const { data, error } = await answer
  if (error) throw failureOf(site, error)
  return checked(shape, data)
}

/** Calls a database function. */
export function call<T>(site: Site, shape: Shape<T>, name: string, args: Record<string, unknown> = {}): Promise<T> {
  return ask(site, shape, site.client.rpc(name, args))
}

/** Checks data from outside. */
export function checked<T>(shape: Shape<T>, data: unknown): T {
  const parsed = v.safeParse(shape, data)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new Failure('not_migrated', `The server answered something unexpected: ${issue.message}.`)
}

/** What an error of any of the services means for the person at the terminal. */
export function failureOf(
  site: Pick<Site, 'url'>,
  error: { message: string; code?: string | undefined; status?: number | undefined },
): Failure {
  const { message, code = '' } = error
  const fault = faultOf(message)
  if (fault === 'certificate') {
    return new Failure('untrusted_certificate', `The certificate of ${site.url} is not trusted.`, { cause: error })
  }
  if (fault === 'web page') {
    return new Failure('unreachable', `${site.url} answers with a web page and not as a backend.`, { cause: error })
  }
  if (fault === 'no answer') return new Failure('unreachable', `${site.url} cannot be reached.`, { cause: error })
  if (code === 'invalid_api_key' || code === 'no_api_key' || /invalid api key/i.test(message)) {
    return new Failure('key_refused', `${site.url} does not accept the key.`, { cause: error })
  }
  if (code === 'PGRST202' || code === 'PGRST205') {
    return new Failure('not_migrated', 'The database of the site is older than this program.', { cause: error })
  }
  if (code === '42501' || code === 'not_admin') {
    return new Failure('key_refused', 'The key is not the operators’ key: it may not do this.', { cause: error })
  }
  const hint = code === 'database_unavailable' ? 'Try again in a moment.' : ''
  return new Failure('refused', /[.!?]$/.test(message) ? message : `${message}.`, { hint, cause: error })
}
