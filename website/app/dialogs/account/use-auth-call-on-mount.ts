import { useEffect, useState } from 'react'
import type { AuthCallOutcome } from '../../backend/auth-call.ts'
import { type AccountErrorMessage, describeAccountError } from './account-errors.ts'

/** State of a request that is sent when a view of the account dialog opens. */
export type AuthCallLoadState<T> =
  | { state: 'loading' }
  | { state: 'loaded'; value: T }
  | { state: 'failed'; refusal: AccountErrorMessage }

/**
 * React hook that sends a request when a view opens. `reload` repeats the request; the previous value stays visible meanwhile. `fetch` must
 * be the same function at every render, because a new function sends the request again.
 */
export function useAuthCallOnMount<T>(fetch: () => Promise<AuthCallOutcome<T>>): {
  loaded: AuthCallLoadState<T>
  reload: () => void
} {
  const [loaded, setLoaded] = useState<AuthCallLoadState<T>>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let here = true
    void fetch().then((outcome) => {
      if (!here) return
      setLoaded(
        outcome.ok
          ? { state: 'loaded', value: outcome.value }
          : { state: 'failed', refusal: describeAccountError(outcome.error) },
      )
    })
    return () => {
      here = false
    }
  }, [fetch, attempt])
  return { loaded, reload: () => setAttempt((before) => before + 1) }
}
