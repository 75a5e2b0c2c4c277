import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import { loadClient } from './client.ts'
import { nextTask } from './next-task.ts'
import { spotsSource } from './spots-source.ts'
import { LOADING, makeSpotsStore, type Spots } from './spots-store.ts'

const store = makeSpotsStore(async () => {
  const client = await loadClient()
  await nextTask()
  return spotsSource(client)
})

/** The counter, read and followed once `section` is about to be seen: supabase-js is no part of the first view. */
export function useSpotsNear(section: RefObject<Element | null>): Spots {
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

/** Reads the counter again at once, for a 'try again' button. */
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
