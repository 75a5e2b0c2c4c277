import type { RefObject } from 'react'
import { prefersReducedMotion } from '../../../../frame/scroll.ts'

const HINT_AFTER_MS = 1_500
const HINT_MS = 700

/**
 * Hints, once, that the top print can be moved: after a moment it leans towards Keep and springs back. Not with reduced motion, in a hidden
 * page, or once the visitor has pressed anything. Returns a function that cancels the hint.
 */
export function hintOnce(stage: RefObject<HTMLElement | null>): () => void {
  const lean = (towardsKeep: boolean) => stage.current?.toggleAttribute('data-hint', towardsKeep)
  const begin = () => lean(!document.hidden && !prefersReducedMotion())
  const timers = [setTimeout(begin, HINT_AFTER_MS), setTimeout(lean, HINT_AFTER_MS + HINT_MS, false)]
  const cancel = () => {
    timers.forEach(clearTimeout)
    lean(false)
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, cancel, { once: true })
  return cancel
}
