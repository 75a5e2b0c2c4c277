import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { backendUrl, publishableKey } from './addresses.ts'
import { followSession } from './follow-session.ts'
import { nextTask } from './next-task.ts'
import { SESSION_KEY } from './session-store.ts'

/** Timeout of each request, so that no button shows 'Processing...' for ever. */
const CALL_TIMEOUT_MS = 20_000

/** Creates the supabase-js client of the page and subscribes the session store to it. */
export async function makeClient(): Promise<SupabaseClient> {
  // Evaluating the library and creating a client each take about a frame on a phone, so each gets a task of its own.
  await nextTask()
  const client = createClient(backendUrl || location.origin, publishableKey, {
    // With PKCE the code in the redirect from Google can be redeemed in this browser only, and no URL contains a token.
    auth: { storageKey: SESSION_KEY, flowType: 'pkce' },
    global: { fetch: fetchWithTimeout },
  })
  await nextTask()
  followSession(client.auth)
  return client
}

function fetchWithTimeout(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS)
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout })
}
