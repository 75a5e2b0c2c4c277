import { useEffect } from 'react'
import { newMarks, scrolledPercent } from './scroll-depth.ts'

// Module state, so that each event is logged once per document, also when the page is entered again.
const reached = new Set<number>()
let viewed = false

/** Logs the page view and the scroll depths to the console. Sends nothing. */
export function useAnalytics(): void {
  useEffect(() => {
    if (!viewed) console.log('[analytics] page_view home')
    viewed = true
    const onScroll = () => {
      const page = document.documentElement
      for (const mark of newMarks(scrolledPercent(window.scrollY, page.scrollHeight, window.innerHeight), reached)) {
        reached.add(mark)
        console.log(`[analytics] scroll_depth ${mark}`)
      }
    }
    addEventListener('scroll', onScroll, { passive: true })
    onScroll()
    return () => removeEventListener('scroll', onScroll)
  }, [])
}
