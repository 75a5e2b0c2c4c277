import { useEffect } from 'react'
import { scrollToSection } from './scroll.ts'

/**
 * Going back and forward between sections of one page moves to them. The browser would not: boot.ts keeps it from
 * restoring places, because a page that is entered starts at its top.
 */
export function useFragment(): void {
  useEffect(() => {
    const onChange = () => scrollToSection(location.hash.slice(1) || 'top')
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])
}
