import { expect, test } from 'vitest'
import { formatMinorUnits } from './minor-units.ts'

test.each([
  [2900, 'EUR', '29.00'],
  [5, 'USD', '0.05'],
  [1, 'USD', '0.01'],
  [2950, 'JPY', '2950.00'],
  [1, 'KRW', '1.00'],
  [500, 'ISK', '5.00'],
  [500, 'UGX', '5.00'],
  [300, 'MGA', '300.00'],
  [5120, 'KWD', '5.12'],
  [10, 'BHD', '0.01'],
  [9_999_999_999, 'IDR', '99999999.99'],
  [99_999_999, 'VND', '99999999.00'],
])('formatMinorUnits converts %d minor units of %s to %s', (amount, currency, decimal) => {
  expect(formatMinorUnits(amount, currency)).toBe(decimal)
})

test.each([
  [0, 'EUR'],
  [-100, 'EUR'],
  [1.5, 'JPY'],
  [Number.NaN, 'EUR'],
  [Number.POSITIVE_INFINITY, 'EUR'],
  [2 ** 53, 'EUR'],
  [10_000_000_000, 'EUR'],
  [100_000_000, 'JPY'],
  [1, 'KWD'],
])('formatMinorUnits returns null for %d minor units of %s, which cannot be stored', (amount, currency) => {
  expect(formatMinorUnits(amount, currency)).toBeNull()
})
