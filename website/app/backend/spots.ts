import { type ComponentType, useEffect, useSyncExternalStore } from 'react'
import { loadSupabaseClient } from './client.ts'
import { waitForNextTask } from './next-task.ts'
import { createSpotsStore, INITIAL_SPOTS_STATE, type SpotsState } from './spots-store.ts'

const store = createSpotsStore(async () => {
  const [client, { createSpotsSource }] = await Promise.all([loadSupabaseClient(), import('./spots-source.ts')])
  await waitForNextTask()
  return createSpotsSource(client)
})

/**
 * React hook that returns the state of the spots counter. Fetches and subscribes only once it is `needed`, so that supabase-js is not loaded
 * with the page.
 */
export function useSpots(needed: boolean): SpotsState {
  useEffect(() => (needed ? startAndStayFresh() : undefined), [needed])
  return useSyncExternalStore(store.subscribe, store.current, () => INITIAL_SPOTS_STATE)
}

/** Reads the number of spots again, for a 'try again' button. */
export function reloadSpots(): void {
  void store.reload()
}

/**
 * Stops reading the number of spots, so that the page makes no request. `Meanwhile` is shown when it was not read yet. Returns a function that
 * continues the live updates.
 */
export function pauseLiveSpots(Meanwhile: ComponentType): () => void {
  store.pause(Meanwhile)
  return () => store.resume()
}

function startAndStayFresh(): () => void {
  store.start()
  const onWake = () => {
    if (document.visibilityState === 'visible') void store.reload()
  }
  addEventListener('online', onWake)
  document.addEventListener('visibilitychange', onWake)
  return () => {
    removeEventListener('online', onWake)
    document.removeEventListener('visibilitychange', onWake)
  }
}
