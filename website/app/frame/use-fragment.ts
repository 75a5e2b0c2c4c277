import { useEffect } from 'react'
import { scrollToSection } from './scroll.ts'

/**
 * Scrolls to the section of the URL's fragment on navigation back or forward within a page. The browser does not scroll, because the first
 * script disables scroll restoration. Firefox does not scroll either when it loads such a page again, after a reload or the back button.
 */
export function useFragmentScrolling(): void {
  useEffect(() => {
    const scroll = () => scrollToSection(location.hash.slice(1) || 'top')
    if (location.hash && !scrollY) scroll()
    const onChange = (event: HashChangeEvent) => {
      // `hashchange` also fires on a navigation to another page with another fragment. In that case `enterPage` scrolls.
      if (new URL(event.oldURL).pathname !== location.pathname) return
      scroll()
    }
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])
}
