import { useEffect, useState } from 'react'
import type { CallOutcome } from '../../backend/auth-call.ts'
import { type AccountRefusal, refusalOf } from './account-errors.ts'

/** State of a request that is sent when a view opens. */
export type LoadState<T> =
  | { state: 'loading' }
  | { state: 'loaded'; value: T }
  | { state: 'failed'; refusal: AccountRefusal }

/** Sends a request when a view opens. `reload` repeats the request; the previous value stays visible meanwhile. `fetch` must be a stable function. */
export function useCallOutcome<T>(fetch: () => Promise<CallOutcome<T>>): { loaded: LoadState<T>; reload: () => void } {
  const [loaded, setLoaded] = useState<LoadState<T>>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let here = true
    void fetch().then((outcome) => {
      if (!here) return
      setLoaded(
        outcome.ok ? { state: 'loaded', value: outcome.value } : { state: 'failed', refusal: refusalOf(outcome.error) },
      )
    })
    return () => {
      here = false
    }
  }, [fetch, attempt])
  return { loaded, reload: () => setAttempt((before) => before + 1) }
}
