declare global {
  interface Window {
    /** What was pressed before script came, in order (build/keep-presses.ts). */
    pressed?: HTMLElement[]
  }
}

/** Ends the keeping of presses: from now on React answers them itself. */
export function stopKeepingPresses(): void {
  window.onclick = window.onkeydown = null
}

/** Presses once more, in order, what was pressed before script came. */
export function repeatPresses(): void {
  for (const control of window.pressed?.splice(0) ?? []) {
    control.ariaBusy = null
    control.click()
  }
}
