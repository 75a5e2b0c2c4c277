import { expect, test } from 'vitest'
import { newlyPassedDepthMarks, scrolledPercent } from './scroll-depth.ts'

test('scrolledPercent returns the scroll position as a percentage of the scrollable height', () => {
  expect(scrolledPercent(0, 5000, 1000)).toBe(0)
  expect(scrolledPercent(1000, 5000, 1000)).toBe(25)
  expect(scrolledPercent(4000, 5000, 1000)).toBe(100)
})

test('scrolledPercent returns 100 beyond the end of the page and 0 for a page too short to scroll', () => {
  expect(scrolledPercent(4080, 5000, 1000)).toBe(100)
  expect(scrolledPercent(0, 800, 1000)).toBe(0)
  expect(scrolledPercent(0, 1000, 1000)).toBe(0)
})

test('newlyPassedDepthMarks returns each scroll-depth mark once, and several marks after a jump', () => {
  expect(newlyPassedDepthMarks(24.9, new Set())).toEqual([])
  expect(newlyPassedDepthMarks(25, new Set())).toEqual([25])
  expect(newlyPassedDepthMarks(91, new Set([25]))).toEqual([50, 75, 90])
  expect(newlyPassedDepthMarks(100, new Set([25, 50, 75, 90]))).toEqual([])
})
