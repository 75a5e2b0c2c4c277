import { showToast } from '@site/ui/toast-store.ts'
import { useEffect, useRef, useState } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import type { LoadedPage } from '../page.ts'
import { findRoute } from '../routes.ts'
import type { enterPage } from './enter-page.ts'
import { cancelPendingSignupDialog } from './get-started.ts'

/**
 * A page and the path for which it is shown. `enter` is the function `enterPage`; it is undefined for the page that the browser itself
 * loaded.
 */
export type EnteredPage = LoadedPage & { shownAt: string; enter?: typeof enterPage }

/**
 * React hook that returns the page for the current path. Until the next page is loaded, it returns the previous one, and keeps it when the
 * server cannot be reached. When loading fails for another reason, such as a newly published version of the site, the document is reloaded.
 */
export function useEnteredPage(first: EnteredPage): EnteredPage {
  // During prerendering and hydration the path (`ssrPath`) is that of the first page.
  const path = usePathname({ ssrPath: first.shownAt })
  const [entered, setEntered] = useState(first)
  const [attempt, setAttempt] = useState(0)
  const reachedByBrowser = useRef('')
  useEffect(() => {
    const note = () => {
      reachedByBrowser.current = location.href
    }
    addEventListener('popstate', note)
    return () => removeEventListener('popstate', note)
  }, [])
  useEffect(() => {
    // Cancels a scheduled sign-up dialog already before the new page is loaded: loading may take longer than the dialog's delay, and the
    // dialog would then open during the navigation.
    if (path !== '/') cancelPendingSignupDialog()
    if (path === entered.shownAt) return
    const ended = new AbortController()
    const { signal } = ended
    loadPage(path).then(
      (page) => signal.aborted || setEntered({ ...page, shownAt: path }),
      async () => {
        const isReachable = await canReachServer()
        if (signal.aborted) return
        if (isReachable) return location.reload()
        if (reachedByBrowser.current !== location.href) return leaveUnreachedPage()
        // The visitor came here with Back or Forward, and the way back from here is unknown.
        sayUnreachable()
        addEventListener('online', () => setAttempt(attempt + 1), { signal, once: true })
      },
    )
    return () => ended.abort()
  }, [path, entered.shownAt, attempt])
  return entered
}

const REACHED_WITHIN_MS = 5_000

/** Returns whether the server answers a request for the current address. */
async function canReachServer(): Promise<boolean> {
  const asked = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(REACHED_WITHIN_MS) } as const
  return fetch(location.href, asked).then(
    () => true,
    () => false,
  )
}

/** Goes back to the history entry of the page that is still shown. */
function leaveUnreachedPage() {
  // Shows the toast afterwards, because a navigation dismisses errors.
  addEventListener('popstate', () => setTimeout(sayUnreachable), { once: true })
  history.back()
}

function sayUnreachable() {
  showToast({ kind: 'error', title: 'That page can’t be loaded right now, so you’re still on this one.' })
}

/** A page for a client-side navigation, with the function that enters it. */
type NextPage = LoadedPage & { enter: typeof enterPage }

/** Loads the page of a path and the code that enters it. A second call gets the same modules from the browser. */
export async function loadPage(path: string): Promise<NextPage> {
  const [page, { enterPage }] = await Promise.all([findRoute(path).load(), import('./enter-page.ts')])
  return { ...page, enter: enterPage }
}
