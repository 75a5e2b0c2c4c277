/** What a pointer movement is so far: too short to decide, a swipe of the photo print, or a scroll of the page. */
export type PointerGesture = 'undecided' | 'swipe' | 'scroll'

/** A dragged print at release: horizontal offset (px), velocity (px per millisecond) and width (px). */
export type PrintDragRelease = { dx: number; velocity: number; width: number }

const SLOP_PX = 8
const SHARE_OF_WIDTH = 0.38
const FLICK_SPEED = 0.5
const FLICK_PX = 24
const MAX_TILT_DEG = 16

/**
 * Classifies a pointer movement once, by its initial direction, so that a thumb that scrolls the page does not drag a print. A mouse does
 * not scroll by dragging, so for a mouse every direction is a swipe.
 */
export function classifyPointerGesture(dx: number, dy: number, pointer: string): PointerGesture {
  if (Math.hypot(dx, dy) < SLOP_PX) return 'undecided'
  return pointer === 'mouse' || Math.abs(dx) > Math.abs(dy) ? 'swipe' : 'scroll'
}

/**
 * Returns the decision when a print is released: 'keep' at the right, 'let-go' at the left, or null to return the print to the deck. A fast
 * flick needs less distance than a slow drag.
 */
export function decideSwipe({ dx, velocity, width }: PrintDragRelease): 'keep' | 'let-go' | null {
  const flicked = Math.abs(velocity) >= FLICK_SPEED && Math.abs(dx) >= FLICK_PX && velocity * dx > 0
  if (!flicked && Math.abs(dx) < width * SHARE_OF_WIDTH) return null
  return dx > 0 ? 'keep' : 'let-go'
}

/** Returns how close a dragged print is to a decision: from -1 (let go) to 1 (keep). */
export function computeSwipeProgress(dx: number, width: number): number {
  return clamp(dx / (width * SHARE_OF_WIDTH), 1)
}

/**
 * Returns the tilt of a dragged print in degrees. It tilts one way when it is held at its top (`grab` -1) and the other way when held at
 * its bottom (1).
 */
export function computeSwipeTilt(dx: number, width: number, grab: number): number {
  return clamp((dx / width) * 20 * (grab > 0.25 ? -1 : 1), MAX_TILT_DEG)
}

function clamp(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value))
}
