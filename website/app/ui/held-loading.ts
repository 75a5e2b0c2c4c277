import { useSyncExternalStore } from 'react'

let holds = 0
const listeners = new Set<() => void>()

/**
 * Stops parts of the page that load near the viewport from loading, for as long as the page promises to send no request. Returns a function
 * that lets them load again.
 */
export function holdLoading(): () => void {
  change(1)
  return () => change(-1)
}

/** React hook that returns true between `holdLoading` and the call of the function it returned. Meanwhile a part must not load. */
export function useIsLoadingHeld(): boolean {
  return useSyncExternalStore(subscribe, isHeld, () => false)
}

function change(by: number) {
  holds += by
  for (const listener of listeners) listener()
}

function isHeld(): boolean {
  return holds > 0
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
