import type { RefObject } from 'react'
import { prefersReducedMotion } from '../../../../frame/scroll.ts'

const HINT_AFTER_MS = 1_500
const HINT_MS = 700

/**
 * Hints, once, that the top print can be moved: after a moment it leans towards Let go and springs back. Not with reduced motion, in a hidden
 * page, or once the visitor has pressed anything. Returns a function that cancels the hint.
 */
export function hintOnce(stage: RefObject<HTMLElement | null>): () => void {
  const lean = (leaning: boolean) => stage.current?.toggleAttribute('data-hint', leaning)
  // The second timer begins with the lean: on a busy phone, two timers of one start can fire in the same moment.
  let timer = setTimeout(() => {
    lean(!document.hidden && !prefersReducedMotion())
    timer = setTimeout(lean, HINT_MS, false)
  }, HINT_AFTER_MS)
  const cancel = () => {
    clearTimeout(timer)
    lean(false)
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, cancel, { once: true })
  return cancel
}
