/** What a movement means so far: too small to tell, a print in the hand, or a page being scrolled. */
export type Grip = 'undecided' | 'swipe' | 'scroll'

/** A print let go of: how far it was moved (px), how fast it still was (px a millisecond), and how wide it is. */
export type Release = { dx: number; velocity: number; width: number }

const SLOP_PX = 8
const SHARE_OF_WIDTH = 0.38
const FLICK_SPEED = 0.5
const FLICK_PX = 24
const MOST_TILT_DEG = 16

/**
 * Settles the direction of a movement once, so that a thumb on its way down the page never takes a print along. A mouse
 * does not scroll by dragging: there every direction is a swipe.
 */
export function gripOf(dx: number, dy: number, pointer: string): Grip {
  if (Math.hypot(dx, dy) < SLOP_PX) return 'undecided'
  return pointer === 'mouse' || Math.abs(dx) > Math.abs(dy) ? 'swipe' : 'scroll'
}

/** What a release decides: to the right keeps, to the left lets go, null puts the print back. A quick flick needs little way. */
export function choiceOf({ dx, velocity, width }: Release): 'keep' | 'let-go' | null {
  const flicked = Math.abs(velocity) >= FLICK_SPEED && Math.abs(dx) >= FLICK_PX && velocity * dx > 0
  if (!flicked && Math.abs(dx) < width * SHARE_OF_WIDTH) return null
  return dx > 0 ? 'keep' : 'let-go'
}

/** How far along the way to a decision a print is: -1 lets go, 1 keeps. */
export function leaningOf(dx: number, width: number): number {
  return clamp(dx / (width * SHARE_OF_WIDTH), 1)
}

/** How a print in the hand turns, in degrees. Held at its foot (`grab` 1) it turns the other way than at its head (-1). */
export function tiltOf(dx: number, width: number, grab: number): number {
  return clamp((dx / width) * 20 * (grab > 0.25 ? -1 : 1), MOST_TILT_DEG)
}

function clamp(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value))
}
