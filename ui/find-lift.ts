/** The position of a rectangle in the viewport, in CSS pixels. */
export type Box = { left: number; right: number; top: number; bottom: number }

/** Distance in pixels between a moved box and what it must not cover. */
const GAP_PX = 8

/**
 * Returns by how many pixels a box must move up so that it covers none of the obstacles. Returns null if there is no such place below `topLimit`,
 * the highest position of the box's top edge.
 */
export function findLift(box: Box, obstacles: readonly Box[], topLimit: number): number | null {
  let lift = 0
  while (box.top - lift >= topLimit) {
    const moved = { ...box, top: box.top - lift, bottom: box.bottom - lift }
    const covered = obstacles.find((obstacle) => overlap(moved, obstacle))
    if (!covered) return lift
    lift = box.bottom - covered.top + GAP_PX
  }
  return null
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
}
