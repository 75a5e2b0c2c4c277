import type { SupabaseClient } from '@supabase/supabase-js'
import { needsSecondFactor } from './second-factor.ts'
import { notifyPasswordRecovery, setSession } from './session-store.ts'

/** Subscribes the session store to the auth events of supabase-js; the first event, INITIAL_SESSION, contains the stored session. */
export function connectSessionStore(auth: SupabaseClient['auth']): void {
  auth.onAuthStateChange((event, session) => {
    setSession(session, session !== null && !needsSecondFactor(session))
    if (event === 'PASSWORD_RECOVERY') notifyPasswordRecovery()
  })
}
