import { hydrateRoot } from 'react-dom/client'
import { Root } from './root.tsx'
import type { LoadedPage } from './routes.ts'

/** Brings the prerendered page to life. */
export function start(page: LoadedPage, path: string): void {
  const container = document.getElementById('root')
  if (!container) return
  hydrateRoot(container, <Root first={{ ...page, shownAt: path }} />)
}
