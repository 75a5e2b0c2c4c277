import { useSyncExternalStore } from 'react'

let holds = 0
const listeners = new Set<() => void>()

/**
 * Keeps parts of the page from loading as the visitor scrolls near them, while the page promises to send no request. Returns a function that
 * ends it.
 */
export function holdLoading(): () => void {
  change(1)
  return () => change(-1)
}

/** React hook that returns whether loading is held. A part that loads near the viewport waits until it is not. */
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
