import { useEffect } from 'react'
import { scrollToSection } from './scroll.ts'

/**
 * Going back and forward between sections of one page moves to them. The browser would not: boot.ts keeps it from
 * restoring places, because a page that is entered starts at its top.
 */
export function useFragment(): void {
  useEffect(() => {
    const onChange = (event: HashChangeEvent) => {
      // Also told of when another page was left at a section; entering this one is the page's own matter.
      if (new URL(event.oldURL).pathname !== location.pathname) return
      scrollToSection(location.hash.slice(1) || 'top')
    }
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])
}
