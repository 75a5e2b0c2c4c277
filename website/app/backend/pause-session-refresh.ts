import { loadSupabaseClient } from './client.ts'
import { getCurrentSession, onSessionChange } from './session-store.ts'

/**
 * Stops the timer that refreshes the access token of a signed-in visitor, also of a visitor who signs in later. Returns a function that
 * starts it again. Without a session it does nothing, and never loads supabase-js.
 */
export function pauseSessionRefresh(): () => void {
  let paused = false
  let ended = false
  const pause = () => {
    if (paused || getCurrentSession().session === null) return
    paused = true
    void loadSupabaseClient().then(({ auth }) => (ended ? undefined : auth.stopAutoRefresh()), ignore)
  }
  const stopListening = onSessionChange(pause)
  pause()
  return () => {
    ended = true
    stopListening()
    if (paused) void loadSupabaseClient().then(({ auth }) => auth.startAutoRefresh(), ignore)
  }
}

/** Without supabase-js, which failed to load, there is no timer. */
function ignore(): void {}
