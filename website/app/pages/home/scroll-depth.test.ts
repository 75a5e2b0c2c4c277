import { expect, test } from 'vitest'
import { newMarks, scrolledPercent } from './scroll-depth.ts'

test('depth is the share of the way there is to scroll', () => {
  expect(scrolledPercent(0, 5000, 1000)).toBe(0)
  expect(scrolledPercent(1000, 5000, 1000)).toBe(25)
  expect(scrolledPercent(4000, 5000, 1000)).toBe(100)
})

test('a bounce past the end counts as the end, a page without a way as its beginning', () => {
  expect(scrolledPercent(4080, 5000, 1000)).toBe(100)
  expect(scrolledPercent(0, 800, 1000)).toBe(0)
  expect(scrolledPercent(0, 1000, 1000)).toBe(0)
})

test('each mark is reported once, and a jump reports all that it passed', () => {
  expect(newMarks(24.9, new Set())).toEqual([])
  expect(newMarks(25, new Set())).toEqual([25])
  expect(newMarks(91, new Set([25]))).toEqual([50, 75, 90])
  expect(newMarks(100, new Set([25, 50, 75, 90]))).toEqual([])
})
