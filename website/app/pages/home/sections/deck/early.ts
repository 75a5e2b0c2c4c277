import type { RefObject } from 'react'

const KEYS = new Set(['ArrowRight', 'ArrowLeft', 'Backspace'])
const TRY_AGAIN_MS = 1_000
const INPUT = [
  'keydown',
  'pointerdown',
  'pointermove',
  'pointerup',
  'pointercancel',
  // Photos that are picked, dropped or pasted: build/inline-scripts.ts records their files.
  'change',
  'dragenter',
  'drop',
  'paste',
] as const

/**
 * Records input while the deck's interactive script is loading: pointer events that begin on `stage`, and the deck's keys anywhere on the
 * page. Then `replay` dispatches the recorded events again, or `stop` ends the recording. Calls `onFirst` at the first input anywhere on
 * the page, to start loading; photos that are picked, dragged onto the page or pasted are input too. After a failure, `forget` discards the recorded
 * events, and the next input calls `onFirst` again.
 */
export function recordEarlyDeckInput(stage: RefObject<HTMLElement | null>, onFirst: () => void) {
  const kept: (PointerEvent | KeyboardEvent)[] = []
  const ended = new AbortController()
  const { signal } = ended
  let begun = false
  const pressed = new Set<number>()
  const keep = (event: Event) => {
    if (event instanceof KeyboardEvent) {
      if (KEYS.has(event.key)) kept.push(event)
    } else if (event instanceof PointerEvent) {
      // Listens on the document, because a gesture that began on the stage may end outside of it.
      if (event.type === 'pointerdown' && stage.current && event.composedPath().includes(stage.current))
        pressed.add(event.pointerId)
      if (pressed.has(event.pointerId)) kept.push(event)
    }
    if (begun) return
    begun = true
    onFirst()
  }
  for (const type of INPUT) document.addEventListener(type, keep, { signal, passive: true })
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

/**
 * Returns a copy of an event, because an event cannot be dispatched twice. Browsers mark a dispatched copy as not trusted (`isTrusted`).
 */
function copyOf(event: PointerEvent | KeyboardEvent): Event {
  return event instanceof KeyboardEvent ? new KeyboardEvent(event.type, event) : new PointerEvent(event.type, event)
}
