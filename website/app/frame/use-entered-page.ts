import { useEffect, useState } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { type LoadedPage, routeOf } from '../routes.ts'
import type { enterPage } from './enter-page.ts'
import { cancelGetStarted } from './get-started.ts'

/** A page with the path it is shown for. `enter` runs the page entry; it is undefined for the page that the browser loaded. */
export type EnteredPage = LoadedPage & { shownAt: string; enter?: typeof enterPage }

/**
 * Returns the page for the current path. The previous page stays until the next one is loaded. When loading fails, because a new version
 * was published or of a network error, it reloads the document.
 */
export function useEnteredPage(first: EnteredPage): EnteredPage {
  // During prerendering and hydration the path is that of the first page.
  const path = usePathname({ ssrPath: first.shownAt })
  const [entered, setEntered] = useState(first)
  useEffect(() => {
    // Before the page is loaded, because loading may take longer than the delay of getStarted.
    if (path !== '/') cancelGetStarted()
    if (path === entered.shownAt) return
    let current = true
    Promise.all([routeOf(path).load(), import('./enter-page.ts')]).then(
      ([page, { enterPage }]) => current && setEntered({ ...page, shownAt: path, enter: enterPage }),
      () => current && location.reload(),
    )
    return () => {
      current = false
    }
  }, [path, entered.shownAt])
  return entered
}
