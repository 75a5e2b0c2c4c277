import { useEffect } from 'react'

/** Sets robots to noindex while `hidden`, because the welcome mode contains personal data. */
export function useNoIndex(hidden: boolean): void {
  useEffect(() => {
    const robots = document.querySelector('meta[name="robots"]')
    if (!hidden || !robots) return
    const before = robots.getAttribute('content') ?? ''
    robots.setAttribute('content', 'noindex')
    return () => {
      // After a navigation the next page has already set its own value, which must stay.
      if (robots.getAttribute('content') === 'noindex') robots.setAttribute('content', before)
    }
  }, [hidden])
}
