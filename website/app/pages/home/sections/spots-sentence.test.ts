import { expect, test } from 'vitest'
import { spotsSentence } from './spots-sentence.ts'

test.each([
  [10, '10 early-access spots left.'],
  [1, '1 early-access spot left.'],
  [0, 'No early-access spots left. You can still sign up.'],
])('spotsSentence formats the availability sentence for %i spots', (count, sentence) => {
  expect(spotsSentence(count)).toBe(sentence)
})
