import type { RefObject } from 'react'

const KEYS = new Set(['ArrowRight', 'ArrowLeft', 'Backspace'])
const TRY_AGAIN_MS = 1_000
const POINTER = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const

/**
 * Keeps what a hand does on `stage`, and the deck's keys wherever they are pressed, until `replay` does it once more for
 * whoever listens by then, or `stop` gives that up. `onFirst` hears the first sign of a hand anywhere on the page, and after
 * `forget` the first one of a while later. What is kept of a pointer is a few hundred milliseconds long.
 */
export function keepEarly(stage: RefObject<HTMLElement | null>, onFirst: () => void) {
  const kept: (PointerEvent | KeyboardEvent)[] = []
  const ended = new AbortController()
  const { signal } = ended
  let begun = false
  const pressed = new Set<number>()
  const keep = (event: PointerEvent | KeyboardEvent) => {
    if (event instanceof KeyboardEvent) {
      if (KEYS.has(event.key)) kept.push(event)
    } else {
      // What began on the stage may end beside it.
      if (event.type === 'pointerdown' && stage.current && event.composedPath().includes(stage.current))
        pressed.add(event.pointerId)
      if (pressed.has(event.pointerId)) kept.push(event)
    }
    if (begun) return
    begun = true
    onFirst()
  }
  for (const type of POINTER) document.addEventListener(type, keep, { signal, passive: true })
  document.addEventListener('keydown', keep, { signal })
  return {
    replay() {
      if (signal.aborted) return
      ended.abort()
      for (const event of kept) event.target?.dispatchEvent(copyOf(event))
    },
    forget() {
      setTimeout(() => {
        kept.length = 0
        begun = false
      }, TRY_AGAIN_MS)
    },
    stop: () => ended.abort(),
  }
}

/** What was done, as an event that can be sent again; a browser marks it as not trusted. */
function copyOf(event: PointerEvent | KeyboardEvent): Event {
  return event instanceof KeyboardEvent ? new KeyboardEvent(event.type, event) : new PointerEvent(event.type, event)
}
