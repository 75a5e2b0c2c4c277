import { useRef, useState } from 'react'

/**
 * React hook for an action of the visitor that waits for a response. Runs one action at a time, so that Enter and a click in the same frame
 * do not run two. `busy` ends with the action also when it throws; `onThrown` then shows an error.
 */
export function useBusyAction(onThrown: () => void) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  async function run(act: () => Promise<void>) {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await act()
    } catch (error) {
      console.error('[action] failed:', error)
      onThrown()
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, run }
}
