import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { findRoute, notFoundRoute } from '../routes.ts'
import { focusSection, scrollToSection } from './scroll.ts'
import { loadPage } from './use-entered-page.ts'

/**
 * Handles clicks on links: navigates to pages of the site without a reload, and scrolls smoothly to sections of the current page. Leaves
 * all other clicks to the browser (other hosts, files, new tabs, clicks with modifier keys, clicks that were already handled). The press
 * already starts to load the next page.
 */
export function useInternalLinks(shownAt: string): void {
  useEffect(() => {
    const follow = (event: MouseEvent) => followLink(event, shownAt)
    document.addEventListener('click', follow)
    document.addEventListener('pointerdown', preloadPage)
    return () => {
      document.removeEventListener('click', follow)
      document.removeEventListener('pointerdown', preloadPage)
    }
  }, [shownAt])
}

function preloadPage(event: MouseEvent) {
  const link = findPageLink(event)
  // A failure is ignored, because the click loads the page again.
  if (link && link.pathname !== location.pathname) loadPage(link.pathname).catch(() => {})
}

/** Returns the link to a page of the site that an event would follow, or null: for other hosts, files and new tabs. */
function findPageLink(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || !isPlainPress(event) || link.target || link.hasAttribute('download')) return null
  // A link without href has an empty origin.
  return link.origin === location.origin && findRoute(link.pathname) !== notFoundRoute ? link : null
}

function followLink(event: MouseEvent, shownAt: string) {
  const link = findPageLink(event)
  if (!link) return
  const { pathname, search, hash } = link

  if (pathname === location.pathname && search === location.search) {
    if (followFragment(hash)) event.preventDefault()
    return
  }
  event.preventDefault()
  navigate(pathname + search + hash)
  // When the current page stays mounted (another page was still loading, or only the query changes), `enterPage` does not run, so this
  // scrolls to the fragment.
  if (pathname === shownAt) followFragment(hash)
}

function isPlainPress(event: MouseEvent): boolean {
  return (
    !event.defaultPrevented &&
    event.button === 0 &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey &&
    !event.altKey
  )
}

function followFragment(hash: string): boolean {
  const id = hash.slice(1) || 'top'
  if (!scrollToSection(id)) return false
  focusSection(id)
  // Keeps the history state of the current page, which can contain order details.
  const state: unknown = history.state
  if (location.hash !== hash) navigate(hash || location.pathname + location.search, { state })
  return true
}

/**
 * Scrolls to the section of the URL's fragment on navigation back or forward within a page. The browser does not scroll, because the first
 * script disables scroll restoration. Firefox does not scroll either when it loads such a page again, after a reload or the back button.
 */
export function useFragmentScrolling(): void {
  useEffect(() => {
    const scroll = () => scrollToSection(location.hash.slice(1) || 'top')
    if (location.hash && !scrollY) scroll()
    const onChange = (event: HashChangeEvent) => {
      // `hashchange` also fires on a navigation to another page with another fragment. In that case `enterPage` scrolls.
      if (new URL(event.oldURL).pathname !== location.pathname) return
      scroll()
    }
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])
}
