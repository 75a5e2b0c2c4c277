import { useEffect, useState } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import type { LoadedPage } from '../page.ts'
import type { enterPage } from './enter-page.ts'
import { cancelPendingSignupDialog } from './get-started.ts'
import { loadPage } from './load-page.ts'

/**
 * A page and the path for which it is shown. `enter` is the function `enterPage`; it is undefined for the page that the browser itself
 * loaded.
 */
export type EnteredPage = LoadedPage & { shownAt: string; enter?: typeof enterPage }

/**
 * React hook that returns the page for the current path. Until the next page is loaded, it returns the previous one. When loading fails,
 * because of a network error or a newly published version of the site, the document is reloaded.
 */
export function useEnteredPage(first: EnteredPage): EnteredPage {
  // During prerendering and hydration the path (`ssrPath`) is that of the first page.
  const path = usePathname({ ssrPath: first.shownAt })
  const [entered, setEntered] = useState(first)
  useEffect(() => {
    // Cancels a scheduled sign-up dialog already before the new page is loaded: loading may take longer than the dialog's delay, and the
    // dialog would then open during the navigation.
    if (path !== '/') cancelPendingSignupDialog()
    if (path === entered.shownAt) return
    let current = true
    loadPage(path).then(
      (page) => current && setEntered({ ...page, shownAt: path }),
      () => current && location.reload(),
    )
    return () => {
      current = false
    }
  }, [path, entered.shownAt])
  return entered
}
