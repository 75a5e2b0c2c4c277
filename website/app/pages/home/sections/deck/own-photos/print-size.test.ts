import { expect, test } from 'vitest'
import { computePrintSide, measurePrint } from './print-size.ts'

test('computePrintSide returns the long side of a print in the pixels of the screen, at most two per CSS pixel', () => {
  expect(computePrintSide(10, 1)).toBe(270)
  expect(computePrintSide(10, 0.8)).toBe(270)
  expect(computePrintSide(10, 1.5)).toBe(405)
  expect(computePrintSide(25, 2)).toBe(540)
  expect(computePrintSide(10, 3)).toBe(540)
})

test('computePrintSide limits the memory of all prints of a deck of 50 photos to 30 MB', () => {
  const side = computePrintSide(50, 2)
  expect(side).toBe(387)
  expect(50 * 4 * side * side).toBeLessThan(30_000_000)
  expect(computePrintSide(50, 1)).toBe(270)
})

test('measurePrint gives all photos the same long side, and the paper around them the border of a sample print', () => {
  expect(measurePrint(1).height / measurePrint(1).width).toBeCloseTo(1.105)
  for (const shape of [9 / 16, 2 / 3, 1, 3 / 2, 3]) {
    const width = 0.89 * measurePrint(shape).width
    expect(Math.max(width, width / shape)).toBeCloseTo(0.96)
  }
})
