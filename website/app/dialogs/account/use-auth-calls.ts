import { useBusyAction } from '@site/ui/use-busy-action.ts'
import { useEffect, useState } from 'react'
import type { AuthCallOutcome } from '../../backend/auth-call.ts'
import { type AuthSettings, defaultAuthSettings, loadAuthSettings } from '../../backend/auth-settings.ts'
import { type AccountErrorMessage, describeAccountError } from './account-errors.ts'

/** React hook for a button that calls the auth service. `refusal` is the error of the last call, and null while a call is pending. */
export function useAuthAction() {
  const [refusal, setRefusal] = useState<AccountErrorMessage | null>(null)
  const { busy, run } = useBusyAction(() => setRefusal(describeAccountError(null)))
  function call<Value>(send: () => Promise<AuthCallOutcome<Value>>, onDone?: (value: Value) => void) {
    return run(async () => {
      setRefusal(null)
      const outcome = await send()
      if (outcome.ok) onDone?.(outcome.value)
      else setRefusal(describeAccountError(outcome.error))
    })
  }
  return { busy, refusal, call }
}

/** State of a request that is sent when a view of the account dialog opens. */
type AuthCallLoadState<T> =
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

/** React hook that returns the settings of the auth service, or default settings until they are loaded. */
export function useAuthSettings(): AuthSettings {
  const [settings, setSettings] = useState(defaultAuthSettings)
  useEffect(() => {
    void loadAuthSettings().then(setSettings)
  }, [])
  return settings
}
