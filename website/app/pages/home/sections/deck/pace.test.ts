import { expect, test } from 'vitest'
import { computeMeanPrintDecisionMs, formatPaceNote, formatPaceSentence } from './pace.ts'

function decidedAt(...times: number[]) {
  return times.map((at) => ({ id: 'rings', kept: true, at }))
}

test('computeMeanPrintDecisionMs returns null for fewer than three intervals between decisions', () => {
  expect(computeMeanPrintDecisionMs([])).toBeNull()
  expect(computeMeanPrintDecisionMs(decidedAt(0, 1000, 2000))).toBeNull()
  expect(computeMeanPrintDecisionMs(decidedAt(0, 1000, 2000, 3000))).toBe(1000)
})

test('computeMeanPrintDecisionMs returns the mean interval between decisions', () => {
  expect(computeMeanPrintDecisionMs(decidedAt(500, 1500, 3500, 4100))).toBe(1200)
})

test('computeMeanPrintDecisionMs ignores intervals longer than one minute', () => {
  expect(computeMeanPrintDecisionMs(decidedAt(0, 1000, 2000, 3000, 64_000))).toBe(1000)
  expect(computeMeanPrintDecisionMs(decidedAt(0, 1000, 2000, 63_000))).toBeNull()
  expect(computeMeanPrintDecisionMs(decidedAt(0, 60_000, 120_000, 180_000))).toBe(60_000)
})

test.each([
  [1440, 'At your pace, 2,000 photos take 48 minutes.'],
  [30, 'At your pace, 2,000 photos take 1 minute.'],
  [1, 'At your pace, 2,000 photos take 1 minute.'],
  [1800, 'At your pace, 2,000 photos take 1 hour.'],
  [1830, 'At your pace, 2,000 photos take 1 hour 1 minute.'],
  [4500, 'At your pace, 2,000 photos take 2 hours 30 minutes.'],
])('formatPaceSentence formats %i ms per photo as: %s', (pace, sentence) => {
  expect(formatPaceSentence(pace)).toBe(sentence)
})

test.each([
  [1770, 'Less than one film.'],
  [1800, 'One evening. With wine, two.'],
  [3600, ''],
])('formatPaceNote of %i ms per photo is “%s”', (pace, note) => {
  expect(formatPaceNote(pace)).toBe(note)
})
