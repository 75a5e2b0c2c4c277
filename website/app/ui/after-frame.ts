/** Timeout without a frame: longer than a slow frame, short enough that a press does not seem lost. */
const FRAME_WITHIN_MS = 300

/**
 * Calls back after the next frame is painted, or after a timeout when no frame is painted (background tab, busy browser). Slow operations
 * that are started this way do not delay the paint of the pressed button.
 */
export function afterFrame(act: () => void): void {
  let waiting = true
  const once = () => {
    if (waiting) act()
    waiting = false
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, FRAME_WITHIN_MS)
}
