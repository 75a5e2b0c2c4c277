import { useBusyAction } from '@site/ui/use-busy-action.ts'
import { useState } from 'react'
import type { AuthCallOutcome } from '../../backend/auth-call.ts'
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
