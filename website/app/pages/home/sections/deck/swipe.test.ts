import { expect, test } from 'vitest'
import { swipeDecisionOf, swipeGestureOf, swipeProgressOf, swipeTiltOf } from './swipe.ts'

const width = 200

test('a vertical touch movement scrolls, a horizontal one swipes', () => {
  expect(swipeGestureOf(3, 5, 'touch')).toBe('undecided')
  expect(swipeGestureOf(3, 12, 'touch')).toBe('scroll')
  expect(swipeGestureOf(12, 3, 'touch')).toBe('swipe')
  expect(swipeGestureOf(-12, 3, 'pen')).toBe('swipe')
})

test('a mouse movement swipes in every direction', () => {
  expect(swipeGestureOf(1, 12, 'mouse')).toBe('swipe')
})

test('a release far right keeps, far left lets go, and near the start does neither', () => {
  expect(swipeDecisionOf({ dx: 90, velocity: 0, width })).toBe('keep')
  expect(swipeDecisionOf({ dx: -90, velocity: 0, width })).toBe('let-go')
  expect(swipeDecisionOf({ dx: 60, velocity: 0, width })).toBeNull()
})

test('a flick decides at a shorter distance, unless it goes backwards or hardly moved', () => {
  expect(swipeDecisionOf({ dx: 30, velocity: 0.8, width })).toBe('keep')
  expect(swipeDecisionOf({ dx: -30, velocity: -0.8, width })).toBe('let-go')
  expect(swipeDecisionOf({ dx: 30, velocity: -0.8, width })).toBeNull()
  expect(swipeDecisionOf({ dx: 10, velocity: 0.8, width })).toBeNull()
})

test('leaningOf grows up to 1 at the decision threshold and not beyond', () => {
  expect(swipeProgressOf(38, width)).toBe(0.5)
  expect(swipeProgressOf(500, width)).toBe(1)
  expect(swipeProgressOf(-500, width)).toBe(-1)
})

test('a print held at its bottom tilts the other way, and the tilt is limited', () => {
  expect(swipeTiltOf(100, width, -1)).toBe(10)
  expect(swipeTiltOf(100, width, 1)).toBe(-10)
  expect(swipeTiltOf(4000, width, 0)).toBe(16)
})

test('values exactly at a threshold count as beyond it', () => {
  expect(swipeGestureOf(8, 0, 'touch')).toBe('swipe')
  expect(swipeGestureOf(7.9, 0, 'touch')).toBe('undecided')
  expect(swipeGestureOf(10, 10, 'touch')).toBe('scroll')
  expect(swipeDecisionOf({ dx: 0.38 * width, velocity: 0, width })).toBe('keep')
  expect(swipeDecisionOf({ dx: 24, velocity: 0.5, width })).toBe('keep')
  expect(swipeDecisionOf({ dx: 23, velocity: 0.5, width })).toBeNull()
  expect(swipeDecisionOf({ dx: 24, velocity: 0.49, width })).toBeNull()
})

test('the tilt is proportional to the moved share of the width, and a grab of 0.25 counts as the top', () => {
  expect(swipeTiltOf(100, width, 0.25)).toBe(10)
  expect(swipeTiltOf(100, width, 0.26)).toBe(-10)
  expect(swipeTiltOf(-4000, width, 0)).toBe(-16)
})
