import { expect, test } from 'vitest'
import { formatSpotsAnnouncement } from './spots-sentence.ts'

test.each([
  [10, '10 early-access spots left.'],
  [1, '1 early-access spot left.'],
  [0, 'No early-access spots left. You can still sign up.'],
])('formatSpotsAnnouncement formats the availability sentence for %i spots', (count, sentence) => {
  expect(formatSpotsAnnouncement(count)).toBe(sentence)
})
