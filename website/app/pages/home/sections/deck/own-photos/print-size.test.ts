import { expect, test } from 'vitest'
import { computePrintHeight, PAPER_SHAPE } from './print-size.ts'

test('computePrintHeight returns the height of the paper in the pixels of the screen, at most two per CSS pixel', () => {
  expect(computePrintHeight(10, 1)).toBe(225)
  expect(computePrintHeight(10, 0.8)).toBe(225)
  expect(computePrintHeight(10, 1.5)).toBe(338)
  expect(computePrintHeight(27, 2)).toBe(450)
  expect(computePrintHeight(10, 3)).toBe(450)
})

test('computePrintHeight limits the memory of all prints of a deck of 50 photos to 30 MB', () => {
  const height = computePrintHeight(50, 2)
  expect(height).toBe(335)
  expect(50 * 4 * height * height * PAPER_SHAPE).toBeLessThan(30_000_000)
  expect(computePrintHeight(50, 1)).toBe(225)
})
