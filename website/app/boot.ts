import type {} from './frame/early-presses.ts'
import { routeOf } from './routes.ts'

// The prerendered page is readable without script. React is loaded only after the visible content has been loaded and painted, so that it
// delays neither, or earlier, at the visitor's first input.

// Every page is entered at its top, also by the back button. Must be set before the browser restores a scroll position.
history.scrollRestoration = 'manual'

/** Delay before loading the script is retried after a network error. */
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

// A page in a background tab is loaded but not painted, so there is a timeout: it is hydrated before the visitor switches to it.
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
