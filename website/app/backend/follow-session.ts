import type { SupabaseClient } from '@supabase/supabase-js'
import { awaitsSecondFactor } from './second-factor.ts'
import { notifyRecovery, setSession } from './session-store.ts'

/** Subscribes the session store to the auth events of supabase-js; the first event, INITIAL_SESSION, contains the stored session. */
export function followSession(auth: SupabaseClient['auth']): void {
  auth.onAuthStateChange((event, session) => {
    setSession(session, session !== null && !awaitsSecondFactor(session))
    if (event === 'PASSWORD_RECOVERY') notifyRecovery()
  })
}
