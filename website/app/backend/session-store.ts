import { createStore } from '@site/ui/store.ts'
import type { Session } from '@supabase/supabase-js'

/** The key in local storage under which supabase-js stores the session. */
export const SESSION_STORAGE_KEY = 'site-session'

/**
 * The sign-in state. `loading` is true until the stored session has been read or the first auth event has arrived. While the second factor
 * of a sign-in is missing, `session` is set but `isSignedIn` is false.
 */
export type SessionState = { loading: boolean; session: Session | null; isSignedIn: boolean }

const LOADING: SessionState = { loading: true, session: null, isSignedIn: false }

const store = createStore(LOADING)

/** Returns the sign-in state for prerendering and hydration, which is always the loading state. */
export function getInitialSession(): SessionState {
  return LOADING
}

/** Returns the current sign-in state. */
export const getCurrentSession = store.get

/** Subscribes to changes of the sign-in state. Returns a function that unsubscribes. */
export const onSessionChange = store.subscribe

/** Sets the session (null when signed out) and whether its sign-in is complete. Ends the loading state. */
export function setSession(session: Session | null, isSignedIn = false): void {
  store.set({ loading: false, session, isSignedIn })
}

let recovered: (() => void) | null = null

/** Registers the callback for the event PASSWORD_RECOVERY, which supabase-js emits when a recovery link opened the page. */
export function onPasswordRecovery(callback: () => void): void {
  recovered = callback
}

/** Calls the callback that was registered with `onPasswordRecovery`. */
export function notifyPasswordRecovery(): void {
  recovered?.()
}
