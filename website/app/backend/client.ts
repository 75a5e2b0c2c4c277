import type { SupabaseClient } from '@supabase/supabase-js'

let loading: Promise<SupabaseClient> | null = null

/**
 * Returns the supabase-js client of the page. The first call imports the library (47 kB) lazily, so that it does not delay the page.
 * Rejects when loading fails; the next call retries.
 */
export function loadSupabaseClient(): Promise<SupabaseClient> {
  loading ??= fetchClient().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** Preloads supabase-js when a call to the backend becomes likely. Ignores a failure, because `loadSupabaseClient` retries. */
export function preloadSupabaseClient(): void {
  loadSupabaseClient().catch(() => {})
}

function fetchClient(): Promise<SupabaseClient> {
  return import('./make-client.ts').then((it) => it.createSupabaseClient())
}
