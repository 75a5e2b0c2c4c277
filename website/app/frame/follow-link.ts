import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { notFoundRoute, routeOf } from '../routes.ts'
import { focusSection, scrollToSection } from './scroll.ts'

/**
 * Follows plain links to our own pages without a reload, and those to a section of this page with a smooth scroll.
 * Everything else (other hosts, files, new tabs, modified clicks, what somebody else has handled) is left to the browser.
 */
export function useLinks(shownAt: string): void {
  useEffect(() => {
    const follow = (event: MouseEvent) => followLink(event, shownAt)
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [shownAt])
}

function followLink(event: MouseEvent, shownAt: string) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || !isPlainPress(event) || link.target || link.hasAttribute('download')) return
  const { origin, pathname, search, hash } = link
  // One without an address has no origin either.
  if (origin !== location.origin || routeOf(pathname) === notFoundRoute) return

  if (pathname === location.pathname && search === location.search) {
    if (followFragment(hash)) event.preventDefault()
    return
  }
  event.preventDefault()
  navigate(pathname + search + hash)
  // This page never left: another one was on its way, or only what follows the question mark differs.
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
  // The page stays the one it is, with what it was told when it was entered.
  const state: unknown = history.state
  if (location.hash !== hash) navigate(hash || location.pathname + location.search, { state })
  return true
}
