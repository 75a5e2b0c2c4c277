import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { stopKeepingPresses } from './frame/early-presses.ts'
import { Root } from './root.tsx'
import type { LoadedPage } from './routes.ts'

/** Brings the prerendered page to life. */
export function start(page: LoadedPage, path: string): void {
  const container = document.getElementById('root')
  if (!container) return
  // As a transition it is done in slices of a few milliseconds, between which a touch is answered and a frame drawn.
  startTransition(() => {
    hydrateRoot(container, <Root first={{ ...page, shownAt: path }} />)
  })
  stopKeepingPresses()
}
