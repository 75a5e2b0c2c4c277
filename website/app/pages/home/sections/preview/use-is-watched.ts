import { type RefObject, useEffect, useState } from 'react'

/** The share of the scene that must be inside the viewport for it to move. */
const VISIBLE_SHARE = 0.4

/** React hook that returns whether a good part of an element is in the viewport of a visible tab. False without IntersectionObserver. */
export function useIsWatched(ref: RefObject<Element | null>): boolean {
  const [inView, setInView] = useState(false)
  const [tabVisible, setTabVisible] = useState(() => !document.hidden)
  useEffect(() => {
    const ended = new AbortController()
    const look = () => setTabVisible(!document.hidden)
    document.addEventListener('visibilitychange', look, { signal: ended.signal })
    if (!ref.current || !('IntersectionObserver' in window)) return () => ended.abort()
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false), {
      threshold: VISIBLE_SHARE,
    })
    observer.observe(ref.current)
    return () => {
      ended.abort()
      observer.disconnect()
    }
  }, [ref])
  return inView && tabVisible
}
