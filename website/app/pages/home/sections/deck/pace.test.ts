import { expect, test } from 'vitest'
import { pacePerPhoto, paceSentence } from './pace.ts'

function decidedAt(...times: number[]) {
  return times.map((at) => ({ id: 'rings', kept: true, at }))
}

test('no pace is named before three intervals were measured', () => {
  expect(pacePerPhoto([])).toBeNull()
  expect(pacePerPhoto(decidedAt(0, 1000, 2000))).toBeNull()
  expect(pacePerPhoto(decidedAt(0, 1000, 2000, 3000))).toBe(1000)
})

test('the pace is the mean of what was measured', () => {
  expect(pacePerPhoto(decidedAt(500, 1500, 3500, 4100))).toBe(1200)
})

test('a pause of more than a minute is no pace', () => {
  expect(pacePerPhoto(decidedAt(0, 1000, 2000, 3000, 64_000))).toBe(1000)
  expect(pacePerPhoto(decidedAt(0, 1000, 2000, 63_000))).toBeNull()
  expect(pacePerPhoto(decidedAt(0, 60_000, 120_000, 180_000))).toBe(60_000)
})

test.each([
  [1440, 'At your pace, 2,000 photos take 48 minutes.'],
  [30, 'At your pace, 2,000 photos take 1 minute.'],
  [1, 'At your pace, 2,000 photos take 1 minute.'],
  [1800, 'At your pace, 2,000 photos take 1 hour.'],
  [1830, 'At your pace, 2,000 photos take 1 hour 1 minute.'],
  [4500, 'At your pace, 2,000 photos take 2 hours 30 minutes.'],
])('%i ms a photo: %s', (pace, sentence) => {
  expect(paceSentence(pace)).toBe(sentence)
})
