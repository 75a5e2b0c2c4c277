import { useEffect } from 'react'

/** Keeps the page out of search engines while `hidden`: a welcome belongs to one visitor. */
export function useNoIndex(hidden: boolean): void {
  useEffect(() => {
    const robots = document.querySelector('meta[name="robots"]')
    if (!hidden || !robots) return
    const before = robots.getAttribute('content') ?? ''
    robots.setAttribute('content', 'noindex')
    return () => {
      // The next page has already said what holds for itself, unless the page is the same.
      if (robots.getAttribute('content') === 'noindex') robots.setAttribute('content', before)
    }
  }, [hidden])
}
