/** Maximum time to wait for the next frame, in milliseconds: longer than a slow frame, short enough that a press does not seem lost. */
const FRAME_WITHIN_MS = 300

/**
 * Calls a function after the next frame is painted, or after a timeout when no frame is painted (background tab, busy browser). Used to
 * start slow operations without delaying the paint of the pressed button.
 */
export function runAfterFrame(act: () => void): void {
  let waiting = true
  const once = () => {
    if (waiting) act()
    waiting = false
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, FRAME_WITHIN_MS)
}
