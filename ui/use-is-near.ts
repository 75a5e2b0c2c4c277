import { type RefObject, useEffect, useState } from 'react'
import { useIsPageIdle } from './use-is-page-idle.ts'

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
