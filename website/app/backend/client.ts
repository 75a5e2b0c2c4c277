import type { SupabaseClient } from '@supabase/supabase-js'
import { backendUrl, publishableKey } from './addresses.ts'
import { nextTask } from './next-task.ts'
import { followSession, SESSION_KEY } from './session-store.ts'

/** After this long a call counts as failed, so that no button says 'Processing...' for ever. */
const CALL_TIMEOUT_MS = 20_000

let loading: Promise<SupabaseClient> | null = null

/**
 * The one supabase-js client of the page. The library (47 kB) is fetched by the first caller, not by the first view;
 * rejects when that fetch fails, and the next call tries again.
 */
export function loadClient(): Promise<SupabaseClient> {
  loading ??= makeClient().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** Fetches supabase-js ahead of its use, when a call becomes likely. A failure is left to the call. */
export function prepareClient(): void {
  loadClient().catch(() => {})
}

async function makeClient(): Promise<SupabaseClient> {
  const { createClient } = await import('@supabase/supabase-js')
  // To read the library and to make a client of it are each a frame's worth of work on a phone.
  await nextTask()
  const client = createClient(backendUrl || location.origin, publishableKey, {
    // With PKCE what comes back from Google is of use in this browser only, and no token stands in an address.
    auth: { storageKey: SESSION_KEY, flowType: 'pkce' },
    global: { fetch: fetchInTime },
  })
  await nextTask()
  followSession(client.auth)
  return client
}

function fetchInTime(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS)
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout })
}
