import type { Session } from '@supabase/supabase-js'

/** Where supabase-js keeps the session in the browser's local storage. */
export const SESSION_KEY = 'site-session'

/**
 * Who is here; `loading` until the first session load or the first auth event. Somebody whose session still lacks its second
 * step has one and is not signed in.
 */
export type SessionState = { loading: boolean; session: Session | null; isSignedIn: boolean }

const LOADING: SessionState = { loading: true, session: null, isSignedIn: false }

let state = LOADING
const listeners = new Set<() => void>()

/** What every visitor has during prerender and hydration. */
export function sessionBeforeLoad(): SessionState {
  return LOADING
}

/** The session as last heard; the same object until something changes. */
export function currentSession(): SessionState {
  return state
}

/** Calls back on every change of the session; returns the way to stop. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Ends the loading state with what is known: a session and whether it is complete, or nobody signed in. */
export function setSession(session: Session | null, isSignedIn = false): void {
  state = { loading: false, session, isSignedIn }
  for (const listener of listeners) listener()
}

let recovered: (() => void) | null = null

/** Calls back when this page's address turns out to be a way back to a lost password (PASSWORD_RECOVERY). */
export function onRecovery(callback: () => void): void {
  recovered = callback
}

/** Tells whoever asked that the session is one for choosing a new password. */
export function tellRecovery(): void {
  recovered?.()
}
