import { useEffect } from 'react'

/** Sets the document's title while the page is shown, for a title that is not known at build time. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
