import { useEffect, useRef, useState } from 'react'
import { type ConfirmationResult, confirmSignup } from '../../backend/confirmation.ts'
import { parseLinkToken } from './link-token.ts'

/**
 * State of the page: before the button is pressed, during the request, or its result. In `limited` and `failed`, the button retries.
 * `unknown` is also the state of an incomplete link, for which no request is sent.
 */
export type ConfirmationState = 'ready' | 'sending' | ConfirmationResult

/**
 * React hook that returns the state of the page and the handler of its button. Sends nothing before the button is pressed, because
 * mail scanners and link previews open the links of a mail, also in a browser with script.
 */
export function useConfirmation() {
  const [state, setState] = useState<ConfirmationState>('ready')
  const sending = useRef<string | null>(null)

  // Reads the fragment after hydration: the prerendered page is one file for all links.
  useEffect(() => {
    if (parseLinkToken(location.hash) === null) setState('unknown')
    // Opening another link of a mail in the same tab changes only the fragment.
    const onChange = () => setState(parseLinkToken(location.hash) === null ? 'unknown' : 'ready')
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])

  async function confirm() {
    const token = parseLinkToken(location.hash)
    if (token === null || sending.current === token) return
    sending.current = token
    setState('sending')
    const result = await confirmSignup(token)
    if (sending.current === token) sending.current = null
    // When another link was opened during the request, the result does not apply to that link.
    if (parseLinkToken(location.hash) === token) setState(result)
  }

  return { state, confirm }
}
