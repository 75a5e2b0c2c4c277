import { useEffect } from 'react'
import { computeScrolledPercent, findNewScrollDepthMarks } from './scroll-depth.ts'

// The set of logged events is module state instead of component state, so that each event is logged once per document, even if the visitor
// returns to the home page.
const reached = new Set<number>()
let viewed = false

/** React hook that logs the page view and the reached scroll depths to the console. Sends no request. */
export function useAnalytics(): void {
  useEffect(() => {
    if (!viewed) console.log('[analytics] page_view home')
    viewed = true
    const onScroll = () => {
      const page = document.documentElement
      for (const mark of findNewScrollDepthMarks(
        computeScrolledPercent(window.scrollY, page.scrollHeight, window.innerHeight),
        reached,
      )) {
        reached.add(mark)
        console.log(`[analytics] scroll_depth ${mark}`)
      }
    }
    addEventListener('scroll', onScroll, { passive: true })
    onScroll()
    return () => removeEventListener('scroll', onScroll)
  }, [])
}
