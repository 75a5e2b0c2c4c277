import type {} from './frame/early-presses.ts'
import { findRoute } from './routes.ts'

// Loads React only after the page has been loaded and painted, or earlier, at the visitor's first input. The prerendered page is readable
// without script, and loading React at once would delay its first paint.

// Disables the browser's scroll restoration, because every page is shown from its top, also after the back button. Must run before the
// browser restores the scroll position.
history.scrollRestoration = 'manual'

/** Delay before retrying to load the main script and the page's script after a network error. */
const TRY_AGAIN_MS = 5_000

let begun = false

function begin() {
  if (begun) return
  begun = true
  void Promise.all([import('./main.tsx'), findRoute(location.pathname).load()]).then(
    ([main, page]) => main.hydratePage(page, location.pathname),
    () => {
      begun = false
      setTimeout(begin, TRY_AGAIN_MS)
    },
  )
}

// Maximum time to wait for the first paint before React is loaded. A page in a background tab is never painted, but must be hydrated before
// the visitor switches to the tab.
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
