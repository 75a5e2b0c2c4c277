import type { Session, SupabaseClient } from '@supabase/supabase-js'

/** Where supabase-js keeps the session in the browser's local storage. */
export const SESSION_KEY = 'site-session'

/** Whether somebody is signed in; `loading` until the first session load or the first auth event. */
export type SessionState = { loading: boolean; session: Session | null }

const LOADING: SessionState = { loading: true, session: null }

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

/** Ends the loading state with what is known: a session, or nobody signed in. */
export function setSession(session: Session | null): void {
  state = { loading: false, session }
  for (const listener of listeners) listener()
}

let recovered: (() => void) | null = null

/** Calls back when this page's address turns out to be a way back to a lost password (PASSWORD_RECOVERY). */
export function onRecovery(callback: () => void): void {
  recovered = callback
}

/** Keeps the store equal to what supabase-js says from now on; its first event is INITIAL_SESSION. */
export function followSession(auth: SupabaseClient['auth']): void {
  auth.onAuthStateChange((event, session) => {
    setSession(session)
    if (event === 'PASSWORD_RECOVERY') recovered?.()
  })
}
