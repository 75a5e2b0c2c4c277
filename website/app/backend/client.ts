import type { SupabaseClient } from '@supabase/supabase-js'

let loading: Promise<SupabaseClient> | null = null

/**
 * Returns the supabase-js client of the page. The library (47 kB) is loaded by the first call, not with the page. Rejects when loading
 * fails; the next call retries.
 */
export function loadClient(): Promise<SupabaseClient> {
  loading ??= fetchClient().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** Preloads supabase-js when a call becomes likely. Ignores a failure, because the call itself retries. */
export function prepareClient(): void {
  loadClient().catch(() => {})
}

function fetchClient(): Promise<SupabaseClient> {
  return import('./make-client.ts').then((it) => it.makeClient())
}
