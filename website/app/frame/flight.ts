/** The part of the viewport's height that is scrolled smoothly. The rest of the way is jumped. */
const SMOOTH_PART = 0.75
const DURATION_MS = 450

let flight: AbortController | undefined

/** Ends a smooth scroll where it is. */
export function endFlight(): void {
  flight?.abort()
}

/**
 * Jumps near a position, then scrolls to it smoothly, and calls `land` at the end. A smooth scroll over the whole page would take longer
 * than the delay of the sign-up dialog, and pass sections whose blocks and pictures are not shown yet. The visitor's own scrolling ends it.
 *
 * Each frame is positioned relative to the target, because the target may move: the press that starts the scroll also loads the complete
 * fonts, in which text above is wrapped anew. The browser's smooth scroll would end at the former position, and Chromium's shows a frame
 * hundreds of pixels beyond it when scroll anchoring moves the page meanwhile.
 */
export function flyTo(target: () => number, land: () => void): void {
  const { innerHeight, scrollY } = window
  const way = target() - scrollY
  const near = Math.sign(way) * Math.min(Math.abs(way), innerHeight * SMOOTH_PART)
  window.scrollTo({ top: target() - near, behavior: 'instant' })
  revealPassedBlocks(innerHeight)
  const { signal } = (flight = new AbortController())
  for (const input of ['wheel', 'touchmove', 'keydown']) addEventListener(input, endFlight, { signal, passive: true })
  const begin = performance.now()
  const move = () => {
    if (signal.aborted) return
    const rest = Math.max(0, 1 - (performance.now() - begin) / DURATION_MS)
    if (rest > 0) {
      window.scrollTo({ top: target() - near * rest ** 3, behavior: 'instant' })
      requestAnimationFrame(move)
      return
    }
    endFlight()
    land()
  }
  requestAnimationFrame(move)
}

/** Shows the blocks that the scroll passes without their entrance animation, which would leave them blank meanwhile. */
function revealPassedBlocks(innerHeight: number) {
  for (const block of document.querySelectorAll<HTMLElement>('[data-reveal]')) {
    const { top, bottom } = block.getBoundingClientRect()
    if (top < 2 * innerHeight && bottom > -innerHeight) delete block.dataset['reveal']
  }
}
