/** How long new buttons stay hidden, in milliseconds. */
const HOLD_MS = 500

/**
 * Hides the buttons that replace Keep and Let go for half a second, so that a late press of Keep or Let go does not activate one of them. Use it
 * as the `ref` of their container.
 */
export function holdPresses(buttons: HTMLElement | null): void {
  buttons?.animate({ visibility: ['hidden', 'hidden'] }, HOLD_MS)
}
