import { useEffect } from 'react'
import { scrollToSection } from './scroll.ts'

/**
 * Scrolls to the section of the URL's fragment on navigation back or forward within a page. The browser does not scroll, because boot.ts
 * disables scroll restoration.
 */
export function useFragmentScrolling(): void {
  useEffect(() => {
    const onChange = (event: HashChangeEvent) => {
      // `hashchange` also fires on a navigation to another page with another fragment. In that case `enterPage` scrolls.
      if (new URL(event.oldURL).pathname !== location.pathname) return
      scrollToSection(location.hash.slice(1) || 'top')
    }
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])
}
