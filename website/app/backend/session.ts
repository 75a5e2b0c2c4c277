import type { Session } from '@supabase/supabase-js'
import { useEffect, useSyncExternalStore } from 'react'
import { loadClient } from './client.ts'
import {
  currentSession,
  onSessionChange,
  SESSION_KEY,
  type SessionState,
  sessionBeforeLoad,
  setSession,
} from './session-store.ts'

/**
 * Who is signed in. Starts as loading, also in the prerendered page; a visitor without a stored session is known to be
 * signed out at once, and supabase-js is not fetched for that.
 */
export function useSession(): SessionState {
  const session = useSyncExternalStore(onSessionChange, currentSession, sessionBeforeLoad)
  useEffect(startSession, [])
  return session
}

/** Name and address of the signed-in person, for filling in forms; both empty when nobody is signed in. */
export function personOf(session: Session | null): { name: string; email: string } {
  const name: unknown = session?.user.user_metadata.name
  return { name: typeof name === 'string' ? name : '', email: session?.user.email ?? '' }
}

/** Whether this page was opened by the auth service, with a sign-in or with the reason why there is none. */
export function isSignInReturn(): boolean {
  return /[?#&](code=[\w-]{32,}|(access_token|error_code|error_description)=)/.test(location.search + location.hash)
}

/** Reads the stored session, and follows a sign-in made in another tab. */
function startSession(): () => void {
  if (hasStoredSession() || isSignInReturn()) loadClient().catch(() => setSession(null))
  else if (currentSession().loading) setSession(null)
  const onStorage = (event: StorageEvent) => {
    if (event.key === SESSION_KEY && event.newValue) loadClient().catch(() => setSession(null))
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null
  } catch {
    return false // storage is forbidden in this browser: nobody can be signed in
  }
}
