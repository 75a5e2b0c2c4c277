import { useEffect, useState } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import type { LoadedPage } from '../page.ts'
import { findRoute } from '../routes.ts'
import type { enterPage } from './enter-page.ts'
import { cancelPendingSignupDialog } from './get-started.ts'

/** A page with the path it is shown for. `enter` is `enterPage`; it is undefined for the page that the browser itself loaded. */
export type EnteredPage = LoadedPage & { shownAt: string; enter?: typeof enterPage }

/**
 * React hook that returns the page for the current path. The previous page stays until the next page is loaded. When loading fails, after a
 * network error or because a new version was published, the document is reloaded.
 */
export function useEnteredPage(first: EnteredPage): EnteredPage {
  // `ssrPath` is the path during prerendering and hydration, that of the first page.
  const path = usePathname({ ssrPath: first.shownAt })
  const [entered, setEntered] = useState(first)
  useEffect(() => {
    // Cancels before the page is loaded, because loading may take longer than the delay of handleGetStartedPress, whose dialog would then open.
    if (path !== '/') cancelPendingSignupDialog()
    if (path === entered.shownAt) return
    let current = true
    Promise.all([findRoute(path).load(), import('./enter-page.ts')]).then(
      ([page, { enterPage }]) => current && setEntered({ ...page, shownAt: path, enter: enterPage }),
      () => current && location.reload(),
    )
    return () => {
      current = false
    }
  }, [path, entered.shownAt])
  return entered
}
