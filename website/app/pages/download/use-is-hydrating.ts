import { useSyncExternalStore } from 'react'

const noSubscription = () => () => {}

/** React hook that returns whether the component is being prerendered or hydrated; false after a client-side navigation. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    noSubscription,
    () => false,
    () => true,
  )
}
