import { prefersReducedMotion } from '../../../../frame/scroll.ts'
import type { PrintPosition } from './deck-view.ts'
import { classifyPointerGesture, computeSwipeProgress, computeSwipeTilt, decideSwipe } from './swipe.ts'

type Choices = { keep: () => void; letGo: () => void }

type Drag = {
  print: HTMLElement
  pointerId: number
  startX: number
  startY: number
  /** Vertical position at which the pointer holds the print: -1 at its top, 1 at its bottom. */
  grab: number
  width: number
  swiping: boolean
  /** Horizontal offset of the pointer from where the drag began. The dragged print follows the pointer with a lag. */
  toX: number
  toY: number
  x: number
  y: number
  /** Recent pointer positions, to calculate the speed at release. */
  trail: { x: number; at: number }[]
}

/** Time constant of a dragged print's lag behind the pointer. */
const LAG_MS = 28

/** Period before the release over which the speed of a dragged print is measured. */
const TRAIL_MS = 90

/**
 * Makes the top print of `stage` draggable: it follows the pointer with a lag, tilts depending on where it is held, and at release moves to
 * a pile or springs back. Vertical touch movements scroll the page (`touch-action: pan-y` in the styles). Only `transform` and `opacity`
 * are animated. Returns a function that disables dragging.
 */
export function enablePrintDragging(stage: HTMLElement, choices: Choices): () => void {
  let hold: Drag | null = null
  let frame = 0
  let lastFrameAt = 0

  const follow = (now: number) => {
    if (!hold) return
    const share = prefersReducedMotion() ? 1 : 1 - Math.exp(-Math.min(50, now - lastFrameAt) / LAG_MS)
    lastFrameAt = now
    hold.x += (hold.toX - hold.x) * share
    hold.y += (hold.toY - hold.y) * share
    const tilt = prefersReducedMotion() ? 0 : computeSwipeTilt(hold.x, hold.width, hold.grab)
    hold.print.style.transform = `translate(${hold.x.toFixed(1)}px, ${hold.y.toFixed(1)}px) rotate(${tilt.toFixed(2)}deg) scale(1.03)`
    lean(hold.print, computeSwipeProgress(hold.x, hold.width))
    frame = requestAnimationFrame(follow)
  }

  const onDown = (event: PointerEvent) => {
    const target = event.target instanceof Element ? event.target : null
    const print = target?.closest<HTMLElement>('[data-lie="deck-0"]')
    if (!print || hold || event.button !== 0 || !event.isPrimary) return
    const box = print.getBoundingClientRect()
    const grab = ((event.clientY - box.top) / box.height) * 2 - 1
    const { pointerId, clientX: startX, clientY: startY } = event
    const places = { toX: 0, toY: 0, x: 0, y: 0, trail: [] }
    hold = { print, pointerId, startX, startY, grab, width: print.offsetWidth, swiping: false, ...places }
  }

  const onMove = (event: PointerEvent) => {
    if (!hold || event.pointerId !== hold.pointerId) return
    const dx = event.clientX - hold.startX
    const dy = event.clientY - hold.startY
    if (!hold.swiping) {
      const grip = classifyPointerGesture(dx, dy, event.pointerType)
      if (grip === 'scroll') hold = null
      if (grip !== 'swipe' || !hold) return
      lift(hold)
      lastFrameAt = performance.now()
      frame = requestAnimationFrame(follow)
    }
    // Skips events that early.ts replays: their pointer may already be released, and capturing a released pointer would throw.
    if (event.isTrusted && !stage.hasPointerCapture(hold.pointerId)) stage.setPointerCapture(hold.pointerId)
    hold.toX = dx
    // Damps the vertical movement, because only left or right is a decision.
    hold.toY = dy * 0.4
    hold.trail = [...hold.trail.filter(({ at }) => event.timeStamp - at < TRAIL_MS), { x: dx, at: event.timeStamp }]
  }

  const onEnd = (event: PointerEvent) => {
    if (!hold || event.pointerId !== hold.pointerId) return
    const { print, swiping, toX, width, trail } = hold
    hold = null
    cancelAnimationFrame(frame)
    if (!swiping) return
    putDown(print)
    if (event.type === 'pointercancel') return
    const choice = decideSwipe({ dx: toX, velocity: velocityOf(trail, event.timeStamp), width })
    if (choice === 'keep') throwOnto(print, 'kept', choices.keep)
    if (choice === 'let-go') throwOnto(print, 'let-go', choices.letGo)
  }

  const ended = new AbortController()
  const { signal } = ended
  stage.addEventListener('pointerdown', onDown, { signal })
  // Listens on the document, because the pointer may leave the stage with the very movement that starts the swipe.
  document.addEventListener('pointermove', onMove, { signal })
  document.addEventListener('pointerup', onEnd, { signal })
  document.addEventListener('pointercancel', onEnd, { signal })
  return () => {
    cancelAnimationFrame(frame)
    ended.abort()
  }
}

function lift(hold: Drag) {
  hold.swiping = true
  hold.print.dataset.held = ''
}

/** Removes a print's inline transform, so that a CSS transition moves it from where it was dragged to its position in the style sheet. */
function putDown(print: HTMLElement) {
  delete print.dataset.held
  print.style.transform = ''
  lean(print, 0)
}

/** Starts a print's transition to a pile at once. The next render of the deck sets its exact position in the pile. */
function throwOnto(print: HTMLElement, pile: PrintPosition['pile'], choose: () => void) {
  print.dataset.lie = `${pile}-0`
  choose()
}

function lean(print: HTMLElement, leaning: number) {
  const stamps = print.querySelectorAll<HTMLElement>('[data-stamp]')
  for (const stamp of stamps) {
    const towards = stamp.dataset.stamp === 'keep' ? leaning : -leaning
    stamp.style.opacity = towards > 0 ? towards.toFixed(2) : ''
  }
}

function velocityOf(trail: Drag['trail'], now: number): number {
  const recent = trail.filter(({ at }) => now - at < TRAIL_MS)
  const first = recent[0]
  const last = recent.at(-1)
  if (!first || !last || now <= first.at) return 0
  return (last.x - first.x) / (now - first.at)
}
