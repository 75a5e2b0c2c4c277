import { useEffect, useState } from 'react'
import type { Outcome } from '../../backend/auth-call.ts'
import { type Refusal, refusalOf } from './account-errors.ts'

/** Something that is fetched when a view opens, and may be fetched again. */
export type Loaded<T> = { state: 'loading' } | { state: 'loaded'; value: T } | { state: 'failed'; refusal: Refusal }

/** Fetches when the view opens; `reload` does it again and keeps what is shown meanwhile. `fetch` stays the same function. */
export function useOutcome<T>(fetch: () => Promise<Outcome<T>>): { loaded: Loaded<T>; reload: () => void } {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' })
  const [round, setRound] = useState(0)
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
  }, [fetch, round])
  return { loaded, reload: () => setRound((before) => before + 1) }
}
