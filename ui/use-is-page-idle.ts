import { useEffect, useState } from 'react'
import { useIsLoadingHeld } from './held-loading.ts'

/** The time for which a busy page is waited for, in milliseconds. */
const IDLE_WITHIN_MS = 3_000

/**
 * React hook that returns whether the page has loaded and the browser had nothing else to do since, so that a part below the viewport may
 * load for captures and prints of the whole page; once true, it stays true. Never true in a browser that is asked to save data.
 */
export function useIsPageIdle(): boolean {
  const [idle, setIdle] = useState(false)
  const held = useIsLoadingHeld()
  useEffect(() => {
    if (held || savesData()) return
    const ended = new AbortController()
    const show = () => ended.signal.aborted || setIdle(true)
    // Safari has no requestIdleCallback.
    const wait = () =>
      'requestIdleCallback' in window ? requestIdleCallback(show, { timeout: IDLE_WITHIN_MS }) : setTimeout(show, 500)
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait, { signal: ended.signal })
    return () => ended.abort()
  }, [held])
  return idle
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
