import { useEffect, useState } from 'react'

/** The time for which a busy page is waited for, in milliseconds. */
const IDLE_WITHIN_MS = 3_000

/** React hook that returns whether the page has loaded and the browser had nothing else to do since; once true, it stays true. */
export function useIsPageIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    const ended = new AbortController()
    const show = () => ended.signal.aborted || setIdle(true)
    // Safari has no requestIdleCallback.
    const wait = () =>
      'requestIdleCallback' in window ? requestIdleCallback(show, { timeout: IDLE_WITHIN_MS }) : setTimeout(show, 500)
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait, { signal: ended.signal })
    return () => ended.abort()
  }, [])
  return idle
}
