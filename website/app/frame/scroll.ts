import { PRICING_SCROLL_OFFSET_PX, SCROLL_OFFSET_PX } from '../constants.ts'

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

/** The part of the viewport's height that is scrolled smoothly. The rest of the way is jumped. */
const SMOOTH_PART = 0.75
const DURATION_MS = 450

let movement: AbortController | undefined

/** Stops the scroll that `beginMovement` started, if it still runs. The page stays where it is. */
function endMovement(): void {
  movement?.abort()
}

/**
 * Marks the start of a scroll that script animates or repeats over several frames, and stops the previous one. The caller scrolls until the
 * returned signal is aborted: by `endMovement`, by the next `beginMovement`, or by the first event of the visitor whose type is in
 * `inputs`.
 */
function beginMovement(inputs: readonly string[]): AbortSignal {
  endMovement()
  const { signal } = (movement = new AbortController())
  for (const input of inputs) addEventListener(input, endMovement, { signal, passive: true })
  return signal
}

/**
 * Jumps near a position, then scrolls to it smoothly, and calls `land` at the end. A smooth scroll over the whole page would take longer
 * than the delay of the sign-up dialog, and pass sections whose blocks and pictures are not shown yet. The visitor's own scrolling ends it.
 *
 * Each frame is positioned relative to the target, because the target may move: the press that starts the scroll also loads the complete
 * fonts, in which text above is wrapped anew. The browser's smooth scroll would end at the former position, and Chromium's shows a frame
 * hundreds of pixels beyond it when scroll anchoring moves the page meanwhile.
 */
function flyTo(target: () => number, land: () => void): void {
  const { innerHeight, scrollY } = window
  const way = target() - scrollY
  const near = Math.sign(way) * Math.min(Math.abs(way), innerHeight * SMOOTH_PART)
  window.scrollTo({ top: target() - near, behavior: 'instant' })
  revealPassedBlocks(innerHeight)
  const signal = beginMovement(['wheel', 'touchmove', 'keydown'])
  const begin = performance.now()
  const move = () => {
    if (signal.aborted) return
    const rest = Math.max(0, 1 - (performance.now() - begin) / DURATION_MS)
    if (rest > 0) {
      window.scrollTo({ top: target() - near * rest ** 3, behavior: 'instant' })
      requestAnimationFrame(move)
      return
    }
    land()
  }
  requestAnimationFrame(move)
}

/** Shows the blocks that the scroll passes without their entrance animation, which would leave them blank meanwhile. */
function revealPassedBlocks(innerHeight: number) {
  for (const block of document.querySelectorAll<HTMLElement>('[data-reveal]')) {
    const { top, bottom } = block.getBoundingClientRect()
    if (top < 2 * innerHeight && bottom > -innerHeight) block.dataset['revealed'] = ''
  }
}
