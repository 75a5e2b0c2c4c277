import type { Session } from '@supabase/supabase-js'
import { useEffect, useSyncExternalStore } from 'react'
import { loadSupabaseClient } from './client.ts'
import {
  getCurrentSession,
  getInitialSession,
  onSessionChange,
  SESSION_STORAGE_KEY,
  type SessionState,
  setSession,
} from './session-store.ts'

/**
 * React hook that returns the sign-in state. The state is `loading` in the prerendered page and until the stored session is loaded. Without
 * a stored session the visitor counts as signed out at once, and supabase-js is not loaded.
 */
export function useSession(): SessionState {
  const session = useSyncExternalStore(onSessionChange, getCurrentSession, getInitialSession)
  useEffect(startSession, [])
  return session
}

/** Returns name and e-mail address of the signed-in user, for prefilling forms; both are empty without a session. */
export function readSessionUser(session: Session | null): { name: string; email: string } {
  const name: unknown = session?.user.user_metadata.name
  return { name: typeof name === 'string' ? name : '', email: session?.user.email ?? '' }
}

/** Returns whether the page was opened by a redirect of the auth service with the result or the error of a sign-in. */
export function isSignInRedirect(): boolean {
  return /[?#&](code=[\w-]{32,}|(access_token|error_code|error_description)=)/.test(location.search + location.hash)
}

/** Loads the stored session, and listens for a sign-in in another tab of the browser. Returns a function that stops listening. */
function startSession(): () => void {
  if (hasStoredSession() || isSignInRedirect()) loadSupabaseClient().catch(() => setSession(null))
  else if (getCurrentSession().loading) setSession(null)
  const onStorage = (event: StorageEvent) => {
    if (event.key === SESSION_STORAGE_KEY && event.newValue) loadSupabaseClient().catch(() => setSession(null))
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(SESSION_STORAGE_KEY) !== null
  } catch {
    return false // the browser blocks storage, so no session can be stored
  }
}
