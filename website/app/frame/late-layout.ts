// Sections below the window are laid out after the first frame (styles/late-layout.css). Until then their heights are guesses.

/** Whether a section still waits. */
export function someWait(): boolean {
  return waiting().length > 0
}

/** Has every section laid out that still waits. */
export function layOutAll(): void {
  for (const animation of waiting()) animation.finish()
}

/**
 * Keeps what is seen in its place when the page is moved by more than a window at once (the End key, finding a word, a focus
 * far below) while sections above it still wait: they are laid out in the same frame, and the page is moved by what they grew.
 */
export function keepPlaceWhileWaiting(): void {
  let before = 0
  addEventListener(
    'scroll',
    () => {
      const isJump = Math.abs(window.scrollY - before) > window.innerHeight
      before = window.scrollY
      if (!isJump || !someWait()) return
      const seen = document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2)
      const top = seen?.getBoundingClientRect().top ?? 0
      layOutAll()
      if (seen) window.scrollBy({ top: seen.getBoundingClientRect().top - top, behavior: 'instant' })
    },
    { passive: true },
  )
}

function waiting(): Animation[] {
  return document
    .getAnimations()
    .filter((animation) => animation instanceof CSSAnimation && animation.animationName === 'laid-out-later')
}
