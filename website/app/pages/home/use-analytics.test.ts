import { expect, test } from 'vitest'
import { computeScrolledPercent, findNewScrollDepthMarks } from './use-analytics.ts'

test('computeScrolledPercent returns the scroll position as a percentage of the scrollable height', () => {
  expect(computeScrolledPercent(0, 5000, 1000)).toBe(0)
  expect(computeScrolledPercent(1000, 5000, 1000)).toBe(25)
  expect(computeScrolledPercent(4000, 5000, 1000)).toBe(100)
})

test('computeScrolledPercent returns 100 beyond the end of the page and 0 for a page too short to scroll', () => {
  expect(computeScrolledPercent(4080, 5000, 1000)).toBe(100)
  expect(computeScrolledPercent(0, 800, 1000)).toBe(0)
  expect(computeScrolledPercent(0, 1000, 1000)).toBe(0)
})

test('findNewScrollDepthMarks returns each scroll-depth mark once, and several marks after a jump', {
  tags: ['R4.13', 'R9.10'],
}, () => {
  expect(findNewScrollDepthMarks(24.9, new Set())).toEqual([])
  expect(findNewScrollDepthMarks(25, new Set())).toEqual([25])
  expect(findNewScrollDepthMarks(91, new Set([25]))).toEqual([50, 75, 90])
  expect(findNewScrollDepthMarks(100, new Set([25, 50, 75, 90]))).toEqual([])
})
