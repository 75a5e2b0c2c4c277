/** The part of the viewport's height that is scrolled smoothly. The rest of the way is jumped. */
const SMOOTH_PART = 0.75
const DURATION_MS = 450

let movement: AbortController | undefined

/** Stops the scroll that `beginMovement` started, if it still runs. The page stays where it is. */
export function endMovement(): void {
  movement?.abort()
}

/**
 * Marks the start of a scroll that script animates or repeats over several frames, and stops the previous one. The caller scrolls until the
 * returned signal is aborted: by `endMovement`, by the next `beginMovement`, or by the first event of the visitor whose type is in
 * `inputs`.
 */
export function beginMovement(inputs: readonly string[]): AbortSignal {
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
export function flyTo(target: () => number, land: () => void): void {
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
