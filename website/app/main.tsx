import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { stopRecordingEarlyPresses } from './frame/early-presses.ts'
import type { LoadedPage } from './page.ts'
import { Root } from './root.tsx'

/** Hydrates the prerendered page with React. */
export function hydratePage(page: LoadedPage, path: string): void {
  const container = document.getElementById('root')
  if (!container) return
  // Hydrates inside a React transition, so that React works in slices of a few milliseconds, between which the browser handles input and
  // paints.
  startTransition(() => {
    hydrateRoot(container, <Root first={{ ...page, shownAt: path }} />)
  })
  stopRecordingEarlyPresses()
}
