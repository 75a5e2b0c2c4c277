/**
 * Acts once the next frame is drawn. A press is answered by that frame, in which the button shows it, before what takes a
 * phone longer than one.
 * A page that nobody sees has no frames; there it waits until somebody does.
 */
export function afterFrame(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act))
}
