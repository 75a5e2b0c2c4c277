import { routeOf } from './routes.ts'

// The page is complete without script. React is fetched only when everything that can be seen has been, so that it
// delays neither the first paint nor the drawings; a visitor who is quicker than that is not kept waiting either.

// Entering a page, also by the back button, starts at its top. Set before the browser restores another place.
history.scrollRestoration = 'manual'

let begun = false

function begin() {
  if (begun) return
  begun = true
  void Promise.all([import('./main.tsx'), routeOf(location.pathname).load()]).then(([main, page]) =>
    main.start(page, location.pathname),
  )
}

if (document.readyState === 'complete') begin()
else addEventListener('load', () => setTimeout(begin), { once: true })
addEventListener('pointerdown', begin, { once: true, passive: true })
addEventListener('keydown', begin, { once: true, passive: true })
