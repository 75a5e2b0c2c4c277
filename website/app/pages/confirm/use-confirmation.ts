import { useBusyAction } from '@site/ui/use-busy-action.ts'
import { useEffect, useState } from 'react'
import { type ConfirmationResult, confirmSignup } from '../../backend/confirmation.ts'
import { readMailedLink } from '../../frame/mailed-link.ts'

/**
 * State of the page: before the button is pressed, during the request, or its result. In `limited` and `failed`, the button retries.
 * `incomplete` is the state of a link that a mail program cut off or changed; no request is sent for it.
 */
export type ConfirmationState = 'ready' | 'sending' | 'incomplete' | ConfirmationResult

/**
 * React hook that returns the state of the page and the handler of its button. Sends nothing before the button is pressed, because
 * mail scanners and link previews open the links of a mail, also in a browser with script.
 */
export function useConfirmation() {
  const [state, setState] = useState<Exclude<ConfirmationState, 'sending'>>('ready')
  const { busy, run } = useBusyAction(() => setState('failed'))

  // Reads the fragment after hydration: the prerendered page is one file for all links.
  useEffect(() => {
    if (readToken() === null) setState('incomplete')
    // Opening another link of a mail in the same tab changes only the fragment.
    const onChange = () => setState(readToken() === null ? 'incomplete' : 'ready')
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])

  async function confirm() {
    const token = readToken()
    if (token === null) return
    const result = await confirmSignup(token)
    // When another link was opened during the request, the result does not apply to that link.
    if (readToken() === token) setState(result)
  }

  return { state: busy ? 'sending' : state, confirm: () => run(confirm) } as const
}

function readToken(): string | null {
  const link = readMailedLink(location.href)
  return link?.page === 'confirm' ? link.token : null
}
