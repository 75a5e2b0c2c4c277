import { useEffect, useRef, useState } from 'react'
import { SPOTS_ANNOUNCEMENT_INTERVAL_MS } from '../../../constants.ts'

/**
 * React hook that throttles the text of an ARIA live region to one announcement per minute, the latest text, so that frequent changes do
 * not interrupt a screen reader. Returns an empty text while the announced one is out of date, because a screen reader can also read the
 * region later.
 */
export function useThrottledAnnouncement(text: string): string {
  const [spoken, setSpoken] = useState('')
  const lastAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (text === spoken || text === '') return
    const wait = Math.max(0, lastAt.current + SPOTS_ANNOUNCEMENT_INTERVAL_MS - performance.now())
    const timer = setTimeout(() => {
      lastAt.current = performance.now()
      setSpoken(text)
    }, wait)
    return () => clearTimeout(timer)
  }, [text, spoken])
  return spoken === text ? spoken : ''
}
