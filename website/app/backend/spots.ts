import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import { loadClient } from './client.ts'
import { nextTask } from './next-task.ts'
import { spotsSource } from './spots-source.ts'
import { createSpotsStore, LOADING, type Spots } from './spots-store.ts'

const store = createSpotsStore(async () => {
  const client = await loadClient()
  await nextTask()
  return spotsSource(client)
})

/**
 * React hook that returns the state of the spots counter. Fetches and subscribes only when `section` comes near the viewport, so that
 * supabase-js is not loaded with the page.
 */
export function useSpotsWhenNear(section: RefObject<Element | null>): Spots {
  useEffect(() => {
    const element = section.current
    if (!element) return
    if (!('IntersectionObserver' in window)) return startAndStayFresh()
    let stop: (() => void) | undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        stop = startAndStayFresh()
      },
      { rootMargin: '600px 0px' },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      stop?.()
    }
  }, [section])
  return useSyncExternalStore(store.subscribe, store.current, () => LOADING)
}

/** Reads the number of spots again, for a 'try again' button. */
export function reloadSpots(): void {
  void store.reload()
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
