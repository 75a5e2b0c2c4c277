import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

/**
 * React hook that returns whether an element should load: it has come within `marginPx` of the viewport, or the page is idle. Used instead of
 * native lazy loading, which starts thousands of pixels away, too early for large pictures, and never loads the rest.
 */
export function useIsNearOrIdle(ref: RefObject<Element | null>, marginPx: number): boolean {
  const near = useIsNear(ref, marginPx)
  const idle = useIsPageIdle()
  return near || idle
}

/** React hook that returns whether an element has come within `marginPx` of the viewport; once true, it stays true. */
export function useIsNear(ref: RefObject<Element | null>, marginPx: number): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!ref.current || near) return
    if (!('IntersectionObserver' in window)) return setNear(true)
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: `${marginPx}px 0px` },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref, marginPx, near])
  return near
}

/** The time for which a busy page is waited for, in milliseconds. */
const IDLE_WITHIN_MS = 3_000

/** Calls a function once the browser has nothing else to do. Safari has no `requestIdleCallback`. */
export function runWhenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: IDLE_WITHIN_MS })
  else setTimeout(act, 500)
}

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
    const wait = () => runWhenIdle(show)
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait, { signal: ended.signal })
    return () => ended.abort()
  }, [held])
  return idle
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}

const holds = createStore(0)

/**
 * Pauses all lazy loading and preloading. The page calls it before it promises to send no request. Returns a function that ends the pause.
 */
export function holdLoading(): () => void {
  holds.set(holds.get() + 1)
  return () => holds.set(holds.get() - 1)
}

/** Returns true between `holdLoading` and the call of the function it returned. */
export function isLoadingHeld(): boolean {
  return holds.get() > 0
}

/** React hook for `isLoadingHeld`; false in the prerendered page. */
export function useIsLoadingHeld(): boolean {
  return useSyncExternalStore(holds.subscribe, isLoadingHeld, () => false)
}
