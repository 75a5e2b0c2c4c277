import type { SupabaseClient } from '@supabase/supabase-js'
import { awaitsSecondFactor } from './second-factor.ts'
import { setSession, tellRecovery } from './session-store.ts'

/** Keeps the store equal to what supabase-js says from now on; its first event is INITIAL_SESSION. */
export function followSession(auth: SupabaseClient['auth']): void {
  auth.onAuthStateChange((event, session) => {
    setSession(session, session !== null && !awaitsSecondFactor(session))
    if (event === 'PASSWORD_RECOVERY') tellRecovery()
  })
}
