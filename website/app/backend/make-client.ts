import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { backendUrl, publishableKey } from './addresses.ts'
import { followSession } from './follow-session.ts'
import { nextTask } from './next-task.ts'
import { SESSION_KEY } from './session-store.ts'

/** After this long a call counts as failed, so that no button says 'Processing...' for ever. */
const CALL_TIMEOUT_MS = 20_000

/** The supabase-js client of the page, followed by the store of its session. */
export async function makeClient(): Promise<SupabaseClient> {
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
