import { expect, test } from 'vitest'
import { choiceOf, gestureOf, swipeProgressOf, tiltOf } from './swipe.ts'

const width = 200

test('a vertical touch movement scrolls, a horizontal one swipes', () => {
  expect(gestureOf(3, 5, 'touch')).toBe('undecided')
  expect(gestureOf(3, 12, 'touch')).toBe('scroll')
  expect(gestureOf(12, 3, 'touch')).toBe('swipe')
  expect(gestureOf(-12, 3, 'pen')).toBe('swipe')
})

test('a mouse movement swipes in every direction', () => {
  expect(gestureOf(1, 12, 'mouse')).toBe('swipe')
})

test('a release far right keeps, far left lets go, and near the start does neither', () => {
  expect(choiceOf({ dx: 90, velocity: 0, width })).toBe('keep')
  expect(choiceOf({ dx: -90, velocity: 0, width })).toBe('let-go')
  expect(choiceOf({ dx: 60, velocity: 0, width })).toBeNull()
})

test('a flick decides at a shorter distance, unless it goes backwards or hardly moved', () => {
  expect(choiceOf({ dx: 30, velocity: 0.8, width })).toBe('keep')
  expect(choiceOf({ dx: -30, velocity: -0.8, width })).toBe('let-go')
  expect(choiceOf({ dx: 30, velocity: -0.8, width })).toBeNull()
  expect(choiceOf({ dx: 10, velocity: 0.8, width })).toBeNull()
})

test('leaningOf grows up to 1 at the decision threshold and not beyond', () => {
  expect(swipeProgressOf(38, width)).toBe(0.5)
  expect(swipeProgressOf(500, width)).toBe(1)
  expect(swipeProgressOf(-500, width)).toBe(-1)
})

test('a print held at its bottom tilts the other way, and the tilt is limited', () => {
  expect(tiltOf(100, width, -1)).toBe(10)
  expect(tiltOf(100, width, 1)).toBe(-10)
  expect(tiltOf(4000, width, 0)).toBe(16)
})

test('values exactly at a threshold count as beyond it', () => {
  expect(gestureOf(8, 0, 'touch')).toBe('swipe')
  expect(gestureOf(7.9, 0, 'touch')).toBe('undecided')
  expect(gestureOf(10, 10, 'touch')).toBe('scroll')
  expect(choiceOf({ dx: 0.38 * width, velocity: 0, width })).toBe('keep')
  expect(choiceOf({ dx: 24, velocity: 0.5, width })).toBe('keep')
  expect(choiceOf({ dx: 23, velocity: 0.5, width })).toBeNull()
  expect(choiceOf({ dx: 24, velocity: 0.49, width })).toBeNull()
})

test('the tilt is proportional to the moved share of the width, and a grab of 0.25 counts as the top', () => {
  expect(tiltOf(100, width, 0.25)).toBe(10)
  expect(tiltOf(100, width, 0.26)).toBe(-10)
  expect(tiltOf(-4000, width, 0)).toBe(-16)
})
