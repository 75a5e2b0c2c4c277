declare global {
  interface Window {
    /** Controls that were pressed before hydration, in order. The inline script in build/inline-scripts.ts records them. */
    pressed?: HTMLElement[]
  }
}

/** Stops recording button presses once the page is hydrated and React handles them. */
export function stopRecordingEarlyPresses(): void {
  window.onclick = window.onkeydown = null
}

/** Clicks the controls that were pressed before hydration, in the recorded order. */
export function replayEarlyPresses(): void {
  for (const control of window.pressed?.splice(0) ?? []) {
    control.ariaBusy = null
    control.click()
  }
}
