import { PRICING_SCROLL_OFFSET_PX, SCROLL_OFFSET_PX } from '../constants.ts'
import { beginMovement, endMovement, flyTo } from './flight.ts'

/** Returns the space in pixels to leave above a section after scrolling to it. */
export function getScrollOffset(id: string): number {
  if (id === 'pricing') return PRICING_SCROLL_OFFSET_PX
  // Uses the real height of the navigation bar if it is larger, which happens with a larger font size in the browser's settings.
  return Math.max(SCROLL_OFFSET_PX, document.querySelector('header')?.offsetHeight ?? 0)
}

/** Returns whether the visitor's system is set to reduced motion. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/**
 * Scrolls to an element of the page: jumps near it, then scrolls smoothly, or jumps all the way for reduced motion. Returns false when
 * there is no such element.
 */
export function scrollToSection(id: string, { instantly = prefersReducedMotion() } = {}): boolean {
  const section = document.getElementById(id)
  if (!section) return false
  const target = () => Math.max(0, section.getBoundingClientRect().top + window.scrollY - getScrollOffset(id))
  endMovement()
  if (instantly) jump(target)
  else flyTo(target, () => jump(target))
  return true
}

/** Moves the focus to a section without scrolling, so that Tab continues from there. */
export function focusSection(id: string): void {
  const section = document.getElementById(id)
  if (!section) return
  if (!section.hasAttribute('tabindex')) section.tabIndex = -1
  section.focus({ preventScroll: true })
}

/** Scrolls to the top of the page without animation. */
export function scrollToTop(): void {
  jump(() => 0)
}

/** An instant scroll is complete after STABLE_FRAMES frames without movement. It is repeated for at most MAX_FRAMES frames. */
const STABLE_FRAMES = 4
const MAX_FRAMES = 30

/**
 * Scrolls without animation, and repeats the scroll in the next frames until the position is stable. A single scroll is not enough in
 * Chromium: a smooth scroll that is still running on its compositor thread would move a newly entered page away from its top. The visitor's
 * own input ends the repetition; otherwise a link that the visitor has scrolled to would move away while it is pressed.
 */
function jump(target: () => number) {
  const signal = beginMovement(['wheel', 'touchmove', 'keydown', 'pointerdown'])
  const repeat = (stable: number, frames: number) => {
    if (signal.aborted) return
    window.scrollTo({ top: target(), behavior: 'instant' })
    const { scrollY } = window
    if (stable === STABLE_FRAMES || frames === MAX_FRAMES) endMovement()
    else requestAnimationFrame(() => repeat(window.scrollY === scrollY ? stable + 1 : 0, frames + 1))
  }
  repeat(0, 0)
}
