import { expect, test } from 'vitest'
import { swipeDecisionOf, swipeGestureOf, swipeProgressOf, swipeTiltOf } from './swipe.ts'

const width = 200

test('swipeGestureOf classifies a vertical touch movement as a scroll and a horizontal one as a swipe', () => {
  expect(swipeGestureOf(3, 5, 'touch')).toBe('undecided')
  expect(swipeGestureOf(3, 12, 'touch')).toBe('scroll')
  expect(swipeGestureOf(12, 3, 'touch')).toBe('swipe')
  expect(swipeGestureOf(-12, 3, 'pen')).toBe('swipe')
})

test('swipeGestureOf classifies a vertical mouse movement as a swipe', () => {
  expect(swipeGestureOf(1, 12, 'mouse')).toBe('swipe')
})

test('swipeDecisionOf returns keep for a release far right, let-go far left, and null near the start', () => {
  expect(swipeDecisionOf({ dx: 90, velocity: 0, width })).toBe('keep')
  expect(swipeDecisionOf({ dx: -90, velocity: 0, width })).toBe('let-go')
  expect(swipeDecisionOf({ dx: 60, velocity: 0, width })).toBeNull()
})

test('swipeDecisionOf accepts a shorter distance for a flick, unless the flick reverses or is too short', () => {
  expect(swipeDecisionOf({ dx: 30, velocity: 0.8, width })).toBe('keep')
  expect(swipeDecisionOf({ dx: -30, velocity: -0.8, width })).toBe('let-go')
  expect(swipeDecisionOf({ dx: 30, velocity: -0.8, width })).toBeNull()
  expect(swipeDecisionOf({ dx: 10, velocity: 0.8, width })).toBeNull()
})

test('swipeProgressOf grows with the distance and is limited to 1 and -1', () => {
  expect(swipeProgressOf(38, width)).toBe(0.5)
  expect(swipeProgressOf(500, width)).toBe(1)
  expect(swipeProgressOf(-500, width)).toBe(-1)
})

test('swipeTiltOf reverses the tilt of a photo grabbed at its bottom and limits the angle to 16 degrees', () => {
  expect(swipeTiltOf(100, width, -1)).toBe(10)
  expect(swipeTiltOf(100, width, 1)).toBe(-10)
  expect(swipeTiltOf(4000, width, 0)).toBe(16)
})

test('swipeGestureOf and swipeDecisionOf count a value exactly at a threshold as reached', () => {
  expect(swipeGestureOf(8, 0, 'touch')).toBe('swipe')
  expect(swipeGestureOf(7.9, 0, 'touch')).toBe('undecided')
  expect(swipeGestureOf(10, 10, 'touch')).toBe('scroll')
  expect(swipeDecisionOf({ dx: 0.38 * width, velocity: 0, width })).toBe('keep')
  expect(swipeDecisionOf({ dx: 24, velocity: 0.5, width })).toBe('keep')
  expect(swipeDecisionOf({ dx: 23, velocity: 0.5, width })).toBeNull()
  expect(swipeDecisionOf({ dx: 24, velocity: 0.49, width })).toBeNull()
})

test('swipeTiltOf counts a grab position up to 0.25 as the top of the photo and limits the angle to -16 degrees', () => {
  expect(swipeTiltOf(100, width, 0.25)).toBe(10)
  expect(swipeTiltOf(100, width, 0.26)).toBe(-10)
  expect(swipeTiltOf(-4000, width, 0)).toBe(-16)
})
