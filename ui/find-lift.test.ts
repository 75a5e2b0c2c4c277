import { expect, test } from 'vitest'
import { type Box, findLift } from './find-lift.ts'

/** A toast of 100 × 50 pixels in the lower right corner of a window of 300 × 400 pixels. */
const toast: Box = { left: 190, right: 290, top: 340, bottom: 390 }
const TOP_LIMIT = 70

function obstacle(top: number, bottom: number, left = 0, right = 300): Box {
  return { left, right, top, bottom }
}

test('findLift returns 0 when no obstacle is under the box', () => {
  expect(findLift(toast, [], TOP_LIMIT)).toBe(0)
  expect(findLift(toast, [obstacle(300, 340), obstacle(390, 400), obstacle(340, 390, 0, 190)], TOP_LIMIT)).toBe(0)
})

test('findLift moves the box to 8 pixels above the obstacle that it covers', () => {
  expect(findLift(toast, [obstacle(380, 420)], TOP_LIMIT)).toBe(18)
  expect(findLift(toast, [obstacle(330, 341)], TOP_LIMIT)).toBe(68)
})

test('findLift moves the box on when it would cover another obstacle, whatever their order', () => {
  const obstacles = [obstacle(380, 420), obstacle(330, 335)]
  expect(findLift(toast, obstacles, TOP_LIMIT)).toBe(68)
  expect(findLift(toast, obstacles.toReversed(), TOP_LIMIT)).toBe(68)
})

test('findLift returns null when there is no place below the top limit', () => {
  expect(findLift(toast, [obstacle(128, 400)], TOP_LIMIT)).toBe(270)
  expect(findLift(toast, [obstacle(127, 400)], TOP_LIMIT)).toBeNull()
})
