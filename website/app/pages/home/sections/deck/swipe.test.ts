import { expect, test } from 'vitest'
import { choiceOf, gripOf, leaningOf, tiltOf } from './swipe.ts'

const width = 200

test('a finger that goes down the page scrolls it, one that goes across takes the print', () => {
  expect(gripOf(3, 5, 'touch')).toBe('undecided')
  expect(gripOf(3, 12, 'touch')).toBe('scroll')
  expect(gripOf(12, 3, 'touch')).toBe('swipe')
  expect(gripOf(-12, 3, 'pen')).toBe('swipe')
})

test('a mouse takes the print whichever way it goes', () => {
  expect(gripOf(1, 12, 'mouse')).toBe('swipe')
})

test('far to the right keeps, far to the left lets go, a little way puts it back', () => {
  expect(choiceOf({ dx: 90, velocity: 0, width })).toBe('keep')
  expect(choiceOf({ dx: -90, velocity: 0, width })).toBe('let-go')
  expect(choiceOf({ dx: 60, velocity: 0, width })).toBeNull()
})

test('a flick decides early, but not when it goes back towards the pile or hardly moved', () => {
  expect(choiceOf({ dx: 30, velocity: 0.8, width })).toBe('keep')
  expect(choiceOf({ dx: -30, velocity: -0.8, width })).toBe('let-go')
  expect(choiceOf({ dx: 30, velocity: -0.8, width })).toBeNull()
  expect(choiceOf({ dx: 10, velocity: 0.8, width })).toBeNull()
})

test('a print leans towards its pile up to the point of decision, and no further', () => {
  expect(leaningOf(38, width)).toBe(0.5)
  expect(leaningOf(500, width)).toBe(1)
  expect(leaningOf(-500, width)).toBe(-1)
})

test('held at its foot a print turns against the movement, and never upside down', () => {
  expect(tiltOf(100, width, -1)).toBe(10)
  expect(tiltOf(100, width, 1)).toBe(-10)
  expect(tiltOf(4000, width, 0)).toBe(16)
})

test('the lines between a tap, a swipe and a decision belong to the further side', () => {
  expect(gripOf(8, 0, 'touch')).toBe('swipe')
  expect(gripOf(7.9, 0, 'touch')).toBe('undecided')
  expect(gripOf(10, 10, 'touch')).toBe('scroll')
  expect(choiceOf({ dx: 0.38 * width, velocity: 0, width })).toBe('keep')
  expect(choiceOf({ dx: 24, velocity: 0.5, width })).toBe('keep')
  expect(choiceOf({ dx: 23, velocity: 0.5, width })).toBeNull()
  expect(choiceOf({ dx: 24, velocity: 0.49, width })).toBeNull()
})

test('a print turns by the share of its width, held at a quarter of its height as at its head', () => {
  expect(tiltOf(100, width, 0.25)).toBe(10)
  expect(tiltOf(100, width, 0.26)).toBe(-10)
  expect(tiltOf(-4000, width, 0)).toBe(-16)
})
