import type { Session } from '@supabase/supabase-js'

/** The key in local storage under which supabase-js stores the session. */
export const SESSION_KEY = 'site-session'

/**
 * The sign-in state. `loading` is true until the first session load or the first auth event. A session that still needs its second factor
 * is present, but `isSignedIn` is false.
 */
export type SessionState = { loading: boolean; session: Session | null; isSignedIn: boolean }

const LOADING: SessionState = { loading: true, session: null, isSignedIn: false }

let state = LOADING
const listeners = new Set<() => void>()

/** Returns the state during prerendering and hydration: loading. */
export function sessionBeforeLoad(): SessionState {
  return LOADING
}

/** Returns the current state; the same object until it changes. */
export function currentSession(): SessionState {
  return state
}

/** Subscribes to changes of the session. Returns a function that unsubscribes. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Stores a session and whether it is complete, or null for signed out. Ends the loading state. */
export function setSession(session: Session | null, isSignedIn = false): void {
  state = { loading: false, session, isSignedIn }
  for (const listener of listeners) listener()
}

let recovered: (() => void) | null = null

/** Sets the callback for the event PASSWORD_RECOVERY: the page was opened by a password recovery link. */
export function onRecovery(callback: () => void): void {
  recovered = callback
}

/** Calls the callback of `onRecovery`. */
export function notifyRecovery(): void {
  recovered?.()
}
