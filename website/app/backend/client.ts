import type { SupabaseClient } from '@supabase/supabase-js'

let loading: Promise<SupabaseClient> | null = null

/**
 * The one supabase-js client of the page. The library (47 kB) is fetched by the first caller, not by the first view;
 * rejects when that fetch fails, and the next call tries again.
 */
export function loadClient(): Promise<SupabaseClient> {
  loading ??= fetchClient().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** Fetches supabase-js ahead of its use, when a call becomes likely. A failure is left to the call. */
export function prepareClient(): void {
  loadClient().catch(() => {})
}

function fetchClient(): Promise<SupabaseClient> {
  return import('./make-client.ts').then((it) => it.makeClient())
}
