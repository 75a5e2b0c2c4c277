/** A value outside React that components and other modules can subscribe to. */
export type Store<T> = {
  /** Returns the same value until it is set again, as `useSyncExternalStore` requires. */
  get: () => T
  set: (next: T) => void
  /** Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
  hasListeners: () => boolean
}

/** Creates a store with an initial value. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hasListeners: () => listeners.size > 0,
  }
}
