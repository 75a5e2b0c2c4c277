import { useEffect } from 'react'

/** Sets the document's title, for a title that depends on state and is not known at build time. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
