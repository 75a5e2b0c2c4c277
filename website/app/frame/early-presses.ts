declare global {
  interface Window {
    /** Controls that were pressed before hydration, in order (recorded by build/keep-presses.ts). */
    pressed?: HTMLElement[]
  }
}

/** Stops recording presses; from now on React handles them. */
export function stopRecordingPresses(): void {
  window.onclick = window.onkeydown = null
}

/** Replays the presses that were recorded before hydration, in order. */
export function replayPresses(): void {
  for (const control of window.pressed?.splice(0) ?? []) {
    control.ariaBusy = null
    control.click()
  }
}
