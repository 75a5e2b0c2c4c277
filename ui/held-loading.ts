import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

const holds = createStore(0)

/**
 * Stops parts of the page that load ahead of their use, or near the viewport, from loading, for as long as the page promises to send no request. Returns a function
 * that lets them load again.
 */
export function holdLoading(): () => void {
  holds.set(holds.get() + 1)
  return () => holds.set(holds.get() - 1)
}

/** Returns true between `holdLoading` and the call of the function it returned. */
export function isLoadingHeld(): boolean {
  return holds.get() > 0
}

/** React hook for `isLoadingHeld`; false in the prerendered page. */
export function useIsLoadingHeld(): boolean {
  return useSyncExternalStore(holds.subscribe, isLoadingHeld, () => false)
}
