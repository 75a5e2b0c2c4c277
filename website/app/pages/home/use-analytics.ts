import { useEffect } from 'react'
import { newMarks, scrolledPercent } from './scroll-depth.ts'

// Kept for the life of the document: each event is told once, however often the page is entered.
const reached = new Set<number>()
let viewed = false

/** Tells the console, and nobody else, that the page was seen and how far it was read. */
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
