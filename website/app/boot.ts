import { findRoute } from './routes.ts'

// The first script. The inline script of build/first-script.ts imports it after the first paint or at the visitor's first input: the
// prerendered page is readable without script, and loading React earlier would delay its largest paint.

/** Delay before retrying to load the main script and the page's script after a network error. */
const TRY_AGAIN_MS = 5_000

function begin() {
  void Promise.all([import('./main.tsx'), findRoute(location.pathname).load()]).then(
    ([main, page]) => main.hydratePage(page, location.pathname),
    () => setTimeout(begin, TRY_AGAIN_MS),
  )
}

begin()
