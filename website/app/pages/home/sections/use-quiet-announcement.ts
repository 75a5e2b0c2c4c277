import { useEffect, useRef, useState } from 'react'
import { SPOTS_ANNOUNCEMENT_MS } from '../../../constants.ts'

/**
 * Hands on a text that may change often to a live region, at most once a minute and then only the newest, so that a
 * busy hour does not talk over what somebody is reading.
 */
export function useQuietAnnouncement(text: string): string {
  const [spoken, setSpoken] = useState('')
  const lastAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (text === spoken || text === '') return
    const wait = Math.max(0, lastAt.current + SPOTS_ANNOUNCEMENT_MS - performance.now())
    const timer = setTimeout(() => {
      lastAt.current = performance.now()
      setSpoken(text)
    }, wait)
    return () => clearTimeout(timer)
  }, [text, spoken])
  return spoken
}
