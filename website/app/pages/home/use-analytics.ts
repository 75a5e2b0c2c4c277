import { useEffect } from 'react'
import { SCROLL_DEPTH_MARKS_PERCENT } from '../../constants.ts'

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

/** Returns the scroll depth in percent of the scrollable height; 0 for a page that does not scroll. */
export function computeScrolledPercent(scrollY: number, pageHeight: number, windowHeight: number): number {
  const way = pageHeight - windowHeight
  return way > 0 ? Math.min(100, (scrollY / way) * 100) : 0
}

/** Returns the scroll depth marks (25, 50, 75, 90 percent) that the given depth has reached and that were not reached before. */
export function findNewScrollDepthMarks(percent: number, reached: ReadonlySet<number>): number[] {
  return SCROLL_DEPTH_MARKS_PERCENT.filter((mark) => percent >= mark && !reached.has(mark))
}
