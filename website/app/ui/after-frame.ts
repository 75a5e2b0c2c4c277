/** Longer than a frame takes anywhere, shorter than a press seems lost. */
const FRAME_WITHIN_MS = 300

/**
 * Acts once the next frame is drawn. A press is answered by that frame, in which the button shows it, before what takes a
 * phone longer than one.
 * Where no frame comes, because nobody sees the page or the browser is too busy to draw, it acts all the same.
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
