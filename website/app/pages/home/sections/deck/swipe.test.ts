import { expect, test } from 'vitest'
import { classifyPointerGesture, computeSwipeProgress, computeSwipeTilt, decideSwipe } from './swipe.ts'

const width = 200

test('classifyPointerGesture classifies a vertical touch movement as a scroll and a horizontal one as a swipe', () => {
  expect(classifyPointerGesture(3, 5, 'touch')).toBe('undecided')
  expect(classifyPointerGesture(3, 12, 'touch')).toBe('scroll')
  expect(classifyPointerGesture(12, 3, 'touch')).toBe('swipe')
  expect(classifyPointerGesture(-12, 3, 'pen')).toBe('swipe')
})

test('classifyPointerGesture classifies a vertical mouse movement as a swipe', () => {
  expect(classifyPointerGesture(1, 12, 'mouse')).toBe('swipe')
})

test('decideSwipe returns keep for a release far right, let-go far left, and null near the start', () => {
  expect(decideSwipe({ dx: 90, velocity: 0, width })).toBe('keep')
  expect(decideSwipe({ dx: -90, velocity: 0, width })).toBe('let-go')
  expect(decideSwipe({ dx: 60, velocity: 0, width })).toBeNull()
})

test('decideSwipe accepts a shorter distance for a flick, unless the flick reverses or is too short', () => {
  expect(decideSwipe({ dx: 30, velocity: 0.8, width })).toBe('keep')
  expect(decideSwipe({ dx: -30, velocity: -0.8, width })).toBe('let-go')
  expect(decideSwipe({ dx: 30, velocity: -0.8, width })).toBeNull()
  expect(decideSwipe({ dx: 10, velocity: 0.8, width })).toBeNull()
})

test('computeSwipeProgress grows with the distance and is limited to 1 and -1', () => {
  expect(computeSwipeProgress(38, width)).toBe(0.5)
  expect(computeSwipeProgress(500, width)).toBe(1)
  expect(computeSwipeProgress(-500, width)).toBe(-1)
})

test('computeSwipeTilt reverses the tilt of a photo grabbed at its bottom and limits the angle to 16 degrees', () => {
  expect(computeSwipeTilt(100, width, -1)).toBe(10)
  expect(computeSwipeTilt(100, width, 1)).toBe(-10)
  expect(computeSwipeTilt(4000, width, 0)).toBe(16)
})

test('classifyPointerGesture and decideSwipe count a value exactly at a threshold as reached', () => {
  expect(classifyPointerGesture(8, 0, 'touch')).toBe('swipe')
  expect(classifyPointerGesture(7.9, 0, 'touch')).toBe('undecided')
  expect(classifyPointerGesture(10, 10, 'touch')).toBe('scroll')
  expect(decideSwipe({ dx: 0.38 * width, velocity: 0, width })).toBe('keep')
  expect(decideSwipe({ dx: 24, velocity: 0.5, width })).toBe('keep')
  expect(decideSwipe({ dx: 23, velocity: 0.5, width })).toBeNull()
  expect(decideSwipe({ dx: 24, velocity: 0.49, width })).toBeNull()
})

test('computeSwipeTilt counts a grab position up to 0.25 as the top of the photo and limits the angle to -16 degrees', () => {
  expect(computeSwipeTilt(100, width, 0.25)).toBe(10)
  expect(computeSwipeTilt(100, width, 0.26)).toBe(-10)
  expect(computeSwipeTilt(-4000, width, 0)).toBe(-16)
})
