import type { Platform } from '@site/contract/release'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { type Computer, offersFor } from './platform.ts'

const IN_HAND = ':hover, :active, :focus-within'
const LET_GO = ['pointerleave', 'pointerup', 'pointercancel', 'focusout'] as const

/**
 * The order of the files: once the computer is known its own come first. Not while a hand is on them or on its way: a press would be for
 * another file than the one that was read.
 */
export function useOrder(computer: Computer | null, files: RefObject<HTMLElement | null>): readonly Platform[] {
  const [order, setOrder] = useState(offersFor('unknown').order)
  useLayoutEffect(() => {
    const place = files.current
    if (!computer || !place) return
    const done = new AbortController()
    const put = () => {
      if (place.matches(IN_HAND)) return
      done.abort()
      setOrder(offersFor(computer).order)
    }
    // A click comes right after the pointer has gone up, and the focus is nowhere while it moves on.
    // Whoever pressed on a file may let go elsewhere.
    const anywhere = { capture: true, signal: done.signal }
    for (const type of LET_GO) document.addEventListener(type, () => setTimeout(put), anywhere)
    put()
    return () => done.abort()
  }, [computer, files])
  return order
}
