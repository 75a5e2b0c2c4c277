import { useSyncExternalStore } from 'react'

/** From this width on, the deck lies beside the hero's words (styles/hero.css), whose button stays in view. */
const query = () => matchMedia('(width >= 64rem)')

/** React hook that returns whether the deck lies beside the hero's button, so that it needs no second one to the app. */
export function useIsBesideWords(): boolean {
  return useSyncExternalStore(subscribe, () => query().matches)
}

function subscribe(listener: () => void): () => void {
  const width = query()
  width.addEventListener('change', listener)
  return () => width.removeEventListener('change', listener)
}
