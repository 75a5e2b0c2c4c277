import { useEffect } from 'react'

/** Sets the robots meta tag to noindex while `hidden`, because the welcome mode of the download page shows personal data. */
export function useNoIndexRobotsTag(hidden: boolean): void {
  useEffect(() => {
    const robots = document.querySelector('meta[name="robots"]')
    if (!hidden || !robots) return
    const before = robots.getAttribute('content') ?? ''
    robots.setAttribute('content', 'noindex')
    return () => {
      // Restores the previous value only if the tag is still `noindex`: after a navigation the next page has already set its own value.
      if (robots.getAttribute('content') === 'noindex') robots.setAttribute('content', before)
    }
  }, [hidden])
}
