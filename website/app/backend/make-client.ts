import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { backendUrl, readPublishableKey } from './addresses.ts'
import { connectSessionStore } from './connect-session-store.ts'
import { waitForNextTask } from './next-task.ts'
import { SESSION_STORAGE_KEY } from './session-store.ts'

/** Timeout of each request to the backend, so that no button shows 'Processing...' for ever. */
const CALL_TIMEOUT_MS = 20_000

/** Creates the supabase-js client of the page and subscribes the session store to it. */
export async function createSupabaseClient(): Promise<SupabaseClient> {
  // On a phone, evaluating supabase-js takes about one frame and so does creating a client. Running them in separate tasks lets the browser
  // handle input in between.
  await waitForNextTask()
  const client = createClient(backendUrl || location.origin, readPublishableKey(), {
    // Selects the PKCE flow: the redirect after a Google sign-in contains a one-time code instead of tokens, and only the browser that
    // started the sign-in can exchange the code for a session.
    auth: { storageKey: SESSION_STORAGE_KEY, flowType: 'pkce' },
    global: { fetch: fetchWithTimeout },
  })
  await waitForNextTask()
  connectSessionStore(client.auth)
  return client
}

function fetchWithTimeout(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const call = new AbortController()
  const abort = () => call.abort()
  setTimeout(abort, CALL_TIMEOUT_MS)
  if (init?.signal?.aborted) abort()
  init?.signal?.addEventListener('abort', abort)
  return fetch(input, { ...init, signal: call.signal })
}
