import { useEffect, useRef, useState } from 'react'
import { type ConfirmationResult, confirmSignup } from '../../backend/confirmation.ts'
import { parseLinkToken } from './link-token.ts'

/** State of the page: before the press, while the request is sent, or its result. After `limited` and `failed`, a press retries. */
export type ConfirmationState = 'ready' | 'sending' | ConfirmationResult

/**
 * React hook with the state of the page and the function of its button. Nothing is sent before the press, because mail scanners and link
 * previews open the links of a mail, also in a browser with script.
 */
export function useConfirmation() {
  const [state, setState] = useState<ConfirmationState>('ready')
  const sending = useRef(false)

  // The prerendered page is one file for all links, so the link is read after hydration.
  useEffect(() => {
    if (parseLinkToken(location.hash) === null) setState('unknown')
    // Opening another link of a mail in the same tab changes only the fragment.
    const onChange = () => setState(parseLinkToken(location.hash) === null ? 'unknown' : 'ready')
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])

  async function confirm() {
    const token = parseLinkToken(location.hash)
    if (token === null || sending.current) return
    sending.current = true
    setState('sending')
    const result = await confirmSignup(token)
    sending.current = false
    // A link that was opened meanwhile has not been confirmed.
    if (parseLinkToken(location.hash) === token) setState(result)
  }

  return { state, confirm }
}
