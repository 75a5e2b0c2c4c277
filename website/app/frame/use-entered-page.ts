import { useEffect, useState } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { type LoadedPage, routeOf } from '../routes.ts'
import type { enterPage } from './enter-page.ts'
import { cancelGetStarted } from './get-started.ts'

/** A page together with the path it is shown for, and what entering it asks for unless the browser has loaded it itself. */
export type EnteredPage = LoadedPage & { shownAt: string; enter?: typeof enterPage }

/**
 * The page to show for the present path. The one before stays until the next is fetched, so there is no empty moment;
 * when fetching fails (a new version was published, or the network is gone) the browser loads the address anew.
 */
export function useEnteredPage(first: EnteredPage): EnteredPage {
  // At build, and while the page comes alive, the path is the one the first page was drawn for.
  const path = usePathname({ ssrPath: first.shownAt })
  const [entered, setEntered] = useState(first)
  useEffect(() => {
    // At once, for the page that was asked for may be long in coming.
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
