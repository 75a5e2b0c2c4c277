import type { Lie } from './deck-view.ts'
import { choiceOf, gripOf, leaningOf, tiltOf } from './swipe.ts'

type Choices = { keep: () => void; letGo: () => void }

type Hold = {
  print: HTMLElement
  pointerId: number
  startX: number
  startY: number
  /** Where on the print it is held: -1 at its head, 1 at its foot. */
  grab: number
  width: number
  swiping: boolean
  /** Where the pointer is, from the start; the print follows. */
  toX: number
  toY: number
  x: number
  y: number
  /** What the pointer did of late, for the speed at release. */
  trail: { x: number; at: number }[]
}

/** How long the print takes to come most of the way after the pointer: its weight. */
const LAG_MS = 28

/** The speed at release is measured over this long. */
const TRAIL_MS = 90

/**
 * Lets the top print of `stage` be dragged, with a little weight: it follows the pointer, turns by where it is held, and
 * either goes to a pile or springs back. Vertical movements of a finger stay the browser's (`touch-action: pan-y` in the
 * styles). Only `transform` and `opacity` change. Answers how to stop.
 */
export function takePrints(stage: HTMLElement, choices: Choices): () => void {
  let hold: Hold | null = null
  let frame = 0
  let lastFrameAt = 0

  const follow = (now: number) => {
    if (!hold) return
    const share = still() ? 1 : 1 - Math.exp(-Math.min(50, now - lastFrameAt) / LAG_MS)
    lastFrameAt = now
    hold.x += (hold.toX - hold.x) * share
    hold.y += (hold.toY - hold.y) * share
    const tilt = still() ? 0 : tiltOf(hold.x, hold.width, hold.grab)
    hold.print.style.transform = `translate(${hold.x.toFixed(1)}px, ${hold.y.toFixed(1)}px) rotate(${tilt.toFixed(2)}deg) scale(1.03)`
    lean(hold.print, leaningOf(hold.x, hold.width))
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
      const grip = gripOf(dx, dy, event.pointerType)
      if (grip === 'scroll') hold = null
      if (grip !== 'swipe' || !hold) return
      lift(hold)
      lastFrameAt = performance.now()
      frame = requestAnimationFrame(follow)
    }
    // A move that is told again (early.ts) may be of a finger that has long left.
    if (event.isTrusted && !stage.hasPointerCapture(hold.pointerId)) stage.setPointerCapture(hold.pointerId)
    hold.toX = dx
    // Up and down it gives way only a little: the table has two sides.
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
    const choice = choiceOf({ dx: toX, velocity: velocityOf(trail, event.timeStamp), width })
    if (choice === 'keep') throwOnto(print, 'kept', choices.keep)
    if (choice === 'let-go') throwOnto(print, 'let-go', choices.letGo)
  }

  const ended = new AbortController()
  const { signal } = ended
  stage.addEventListener('pointerdown', onDown, { signal })
  // A hand may leave the stage in the very movement that would have made it a swipe.
  document.addEventListener('pointermove', onMove, { signal })
  document.addEventListener('pointerup', onEnd, { signal })
  document.addEventListener('pointercancel', onEnd, { signal })
  return () => {
    cancelAnimationFrame(frame)
    ended.abort()
  }
}

function lift(hold: Hold) {
  hold.swiping = true
  hold.print.dataset.held = ''
}

/** Its own place in the styles takes over again, from where it is now. */
function putDown(print: HTMLElement) {
  delete print.dataset.held
  print.style.transform = ''
  lean(print, 0)
}

/** It sets off with the hand, before the deck is drawn anew with its exact place. */
function throwOnto(print: HTMLElement, pile: Lie['pile'], choose: () => void) {
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

function velocityOf(trail: Hold['trail'], now: number): number {
  const recent = trail.filter(({ at }) => now - at < TRAIL_MS)
  const first = recent[0]
  const last = recent.at(-1)
  if (!first || !last || now <= first.at) return 0
  return (last.x - first.x) / (now - first.at)
}

function still(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
