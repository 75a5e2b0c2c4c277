import type {} from './frame/early-presses.ts'
import { routeOf } from './routes.ts'

// The page is complete without script. React is fetched only when everything that can be seen has been fetched and painted,
// so that it delays neither; a visitor who is quicker than that is not kept waiting either.

// Entering a page, also by the back button, starts at its top. Set before the browser restores another place.
history.scrollRestoration = 'manual'

/** A network that lost one file is not lost for as long as the page is open. */
const TRY_AGAIN_MS = 5_000

let begun = false

function begin() {
  if (begun) return
  begun = true
  void Promise.all([import('./main.tsx'), routeOf(location.pathname).load()]).then(
    ([main, page]) => main.start(page, location.pathname),
    () => {
      begun = false
      setTimeout(begin, TRY_AGAIN_MS)
    },
  )
}

// A page in the background is fetched and not painted: it is to live when it is looked at.
const PAINTED_WITHIN_MS = 1_000

function beginOncePainted() {
  setTimeout(begin, PAINTED_WITHIN_MS)
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) setTimeout(begin)
  }).observe({ type: 'paint', buffered: true })
}

if (window.pressed?.length) begin()
else if (document.readyState === 'complete') beginOncePainted()
else addEventListener('load', beginOncePainted, { once: true })
addEventListener('pointerdown', begin, { once: true, passive: true })
addEventListener('keydown', begin, { once: true, passive: true })
