import { expect, test } from 'vitest'
import { formatSpotsAnnouncement } from './spots-left.tsx'

test.each([
  [10, '10 places left.'],
  [1, '1 place left.'],
  [0, 'No places left. You can still sign up.'],
])('formatSpotsAnnouncement formats the availability sentence for %i spots', (count, sentence) => {
  expect(formatSpotsAnnouncement(count)).toBe(sentence)
})
