import { type RefObject, useLayoutEffect, useState } from 'react'
import type { ComputerKind } from './platform.ts'

const IN_HAND = ':hover, :active, :focus-within'
const LET_GO = ['pointerleave', 'pointerup', 'pointercancel', 'focusout'] as const

/**
 * React hook that returns the computer for which the installers are arranged; null before the detection. It does not change while one of
 * the buttons in `place` is hovered, focused or pressed, so that a press never hits another installer than the one the visitor has read.
 */
export function useArrangedComputer(
  computer: ComputerKind | null,
  place: RefObject<HTMLElement | null>,
): ComputerKind | null {
  const [arranged, setArranged] = useState<ComputerKind | null>(null)
  useLayoutEffect(() => {
    if (!computer || !place.current) return
    const done = new AbortController()
    const buttons = () => [...(place.current?.querySelectorAll('.button') ?? [])]
    const arrange = () => {
      if (buttons().some((button) => button.matches(IN_HAND))) return
      done.abort()
      setArranged(computer)
    }
    // Waits in a timeout, because the click event follows pointerup, and because while the focus moves to another element no element has it.
    // Listens on the document, because the pointer may be released outside of the buttons.
    const anywhere = { capture: true, signal: done.signal }
    for (const type of LET_GO) document.addEventListener(type, () => setTimeout(arrange), anywhere)
    arrange()
    return () => done.abort()
  }, [computer, place])
  return arranged
}
