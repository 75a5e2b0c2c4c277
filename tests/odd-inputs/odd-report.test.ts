import { expect, test } from 'vitest'
import { findResponseShortfall } from './odd-report.ts'

test.each([
  [0, 0, true],
  [1, 0, false],
  [19, 0, false],
  [19, 1, true],
  [20, 5, false],
  [20, 6, true],
  [100, 29, false],
  [100, 30, true],
])(
  'findResponseShortfall with %i waiting clients, %i responses and a minimum share of 0.3 passes: %s',
  (waited, answered, isEnough) => {
    expect(findResponseShortfall(waited, answered, 0.3).length === 0).toBe(isEnough)
  },
)
