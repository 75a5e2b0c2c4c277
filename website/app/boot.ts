import type {} from './frame/early-presses.ts'
import { formatMailedLink, readMailedLink } from './frame/mailed-link.ts'
import { findRoute, notFoundRoute } from './routes.ts'

// The first script. The inline script of build/inline-scripts.ts imports it after the first paint or at the visitor's first input: the
// prerendered page is readable without script, and loading React earlier would delay its largest paint.

/** Delay before retrying to load the main script and the page's script after a network error. */
const TRY_AGAIN_MS = 5_000

function begin() {
  void Promise.all([import('./main.tsx'), findRoute(location.pathname).load()]).then(
    ([main, page]) => main.hydratePage(page, location.pathname),
    () => {
      // Until then, links and buttons behave as without script.
      window.onclick = window.onkeydown = null
      for (const control of window.pressed?.splice(0) ?? []) {
        control.ariaBusy = null
        control.click()
      }
      setTimeout(begin, TRY_AGAIN_MS)
    },
  )
}

/**
 * Returns the address that a mail's link has after a mail program altered its path, such as `/confirm%23…` or `/%23confirm%3F…`. Returns
 * null for every other address, also for a link whose page reads it itself.
 */
function findMailedAddress(): string | null {
  const link = readMailedLink(location.href)
  if (link === null) return null
  const route = findRoute(location.pathname)
  const isReadByPage =
    link.page === 'confirm' ? route.path === '/confirm' : ![notFoundRoute.path, '/confirm'].includes(route.path)
  return isReadByPage ? null : formatMailedLink(link)
}

const mailedAddress = findMailedAddress()
if (mailedAddress === null) begin()
else location.replace(mailedAddress)
